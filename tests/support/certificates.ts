import { generateKeyPairSync, sign } from 'node:crypto'

/** A certificate that signs itself, for the given names, with its key; both in PEM. */
export function selfSigned(subject: string, names: readonly string[] = []) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  // ECDSA with SHA-256
  const algorithm = sequence(objectId('2a8648ce3d040302'))
  const name = sequence(der(0x31, sequence(objectId('550403'), text(0x0c, subject))))
  const alternatives = names.map((one) => text(0x82, one))
  const extensions = [
    extension('551d13', sequence(der(0x01, Buffer.from([0xff])))),
    ...(names.length === 0 ? [] : [extension('551d11', sequence(...alternatives))]),
  ]
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(text(0x17, '200101000000Z'), text(0x17, '491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', signed, privateKey)
  const certificate = sequence(signed, algorithm, der(0x03, Buffer.from([0]), signature))
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}

/** A value in the distinguished encoding rules of ASN.1. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const head = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}

const sequence = (...contents: readonly Uint8Array[]) => der(0x30, ...contents)
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const text = (tag: number, value: string) => der(tag, Buffer.from(value))
const extension = (id: string, value: Uint8Array) => sequence(objectId(id), der(0x04, value))
