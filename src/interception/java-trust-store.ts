import { createHash } from 'node:crypto'

const magic = 0xfeedfeed
const version = 2
const trustedCertificateTag = 2

/**
 * A Java key store (JKS) with certificates that Java trusts. Java reads no PEM files. The format protects
 * its integrity with SHA-1 over the password, a fixed text and the content.
 */
export function javaTrustStore(
  certificates: readonly Buffer[],
  { password, nowMs }: { readonly password: string; readonly nowMs: number },
): Buffer {
  const content = Buffer.concat([
    integer(magic),
    integer(version),
    integer(certificates.length),
    ...certificates.flatMap((certificate, index) => [
      integer(trustedCertificateTag),
      text(`almanac-${index}`),
      long(nowMs),
      text('X.509'),
      integer(certificate.length),
      certificate,
    ]),
  ])
  const digest = createHash('sha1')
    .update(Buffer.from(password, 'utf16le').swap16())
    .update('Mighty Aphrodite')
    .update(content)
    .digest()
  return Buffer.concat([content, digest])
}

function integer(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(value))
  return bytes
}

function text(value: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(Buffer.byteLength(value))
  return Buffer.concat([length, Buffer.from(value)])
}
