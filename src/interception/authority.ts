import { createPrivateKey, webcrypto } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
// The library for certificates needs it, and does not import it itself.
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { dateOf } from '#/kernel/clock.ts'

const signing = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const dayMs = 86_400_000
/** Clients whose clock is behind ours accept the certificates, too. */
const toleranceMs = 3_600_000

const authorityName = 'CN=Almanac temporary authority,O=Almanac'

/** A certificate authority for one run. Its private key exists only in the memory of this process. */
export class TemporaryAuthority {
  /** The certificate that clients have to trust. */
  readonly certificate: x509.X509Certificate
  readonly #keys: webcrypto.CryptoKeyPair
  readonly #validity: { readonly notBefore: Date; readonly notAfter: Date }
  readonly #contexts = new Map<string, Promise<SecureContext>>()

  private constructor(
    certificate: x509.X509Certificate,
    keys: webcrypto.CryptoKeyPair,
    validity: { readonly notBefore: Date; readonly notAfter: Date },
  ) {
    this.certificate = certificate
    this.#keys = keys
    this.#validity = validity
  }

  /** Creates an authority that is valid for a day. */
  static async create(nowMs: number): Promise<TemporaryAuthority> {
    const keys = await newKeys()
    const validity = { notBefore: dateOf(nowMs - toleranceMs), notAfter: dateOf(nowMs + dayMs) }
    const certificate = await x509.X509CertificateGenerator.createSelfSigned({
      name: authorityName,
      keys,
      signingAlgorithm: signing,
      ...validity,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ],
    })
    return new TemporaryAuthority(certificate, keys, validity)
  }

  /** What a TLS server needs to present itself as a host. */
  contextFor(host: string): Promise<SecureContext> {
    const existing = this.#contexts.get(host)
    if (existing !== undefined) return existing
    const created = this.#createContext(host)
    this.#contexts.set(host, created)
    return created
  }

  async #createContext(host: string): Promise<SecureContext> {
    const keys = await newKeys()
    const certificate = await x509.X509CertificateGenerator.create({
      subject: `CN=${host}`,
      issuer: this.certificate.subject,
      publicKey: keys.publicKey,
      signingKey: this.#keys.privateKey,
      signingAlgorithm: signing,
      ...this.#validity,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }]),
        await x509.AuthorityKeyIdentifierExtension.create(this.#keys.publicKey),
      ],
    })
    const bytes = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
    const key = createPrivateKey({ key: Buffer.from(bytes), format: 'der', type: 'pkcs8' })
    return createSecureContext({
      cert: certificate.toString('pem'),
      key: key.export({ format: 'pem', type: 'pkcs8' }),
    })
  }
}

const newKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(signing, true, ['sign', 'verify'])
