import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

interface Site {
  readonly id: string
  readonly origin: string
}

/** The user is present, was verified, and a credential follows (WebAuthn, section 6.1). */
const flags = { present: 0x01, verified: 0x04, attested: 0x40 }

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** A byte string of CBOR with 24 to 65535 bytes. */
const cborBytes = (bytes: Buffer): Buffer => {
  const { length } = bytes
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(head), bytes])
}

const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

/** An authenticator with one key, which does what a test tells it to. */
export class SoftAuthenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly id: string
  counter = 0
  isVerifying = true

  constructor(idBytes = 16) {
    this.id = randomBytes(idBytes).toString('base64url')
  }

  /** What a browser gives for a new passkey, in JSON. */
  create(challenge: string, site: Site) {
    const clientData = clientDataOf('webauthn.create', challenge, site)
    const authenticatorData = Buffer.concat([this.#head(site, flags.attested), this.#credential()])
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(authenticatorData),
    ])
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** What a browser gives for a use of the passkey, in JSON. */
  get(challenge: string, site: Site) {
    const clientData = clientDataOf('webauthn.get', challenge, site)
    const authenticatorData = this.#head(site)
    const signed = Buffer.concat([authenticatorData, sha256(clientData)])
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    })
  }

  #answer(response: object) {
    const { id } = this
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  #head(site: Site, more = 0): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const set = flags.present | (this.isVerifying ? flags.verified : 0) | more
    return Buffer.concat([sha256(site.id), Buffer.from([set]), counter])
  }

  #credential(): Buffer {
    const id = Buffer.from(this.id, 'base64url')
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = Buffer.concat([
      // A map: key type EC2, algorithm ES256, curve P-256, then the coordinates.
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      cborBytes(Buffer.from(x!, 'base64url')),
      Buffer.from([0x22]),
      cborBytes(Buffer.from(y!, 'base64url')),
    ])
    return Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 255]),
      id,
      key,
    ])
  }
}

const clientDataOf = (type: string, challenge: string, { origin }: Site): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
