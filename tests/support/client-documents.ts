import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { freshFolder } from './fresh.ts'

/** A web site with the documents with which OAuth clients describe themselves. */
interface ClientDocuments extends AsyncDisposable {
  /** Its root URL, without a slash at the end. */
  readonly base: string
  /** The file with the certificate that servers have to trust. */
  readonly certificatePath: string
  /** How often each path was requested. */
  readonly requests: ReadonlyMap<string, number>
  /** Puts a document at a path, and returns its address, which is the id of the client. */
  put(path: string, document: (address: string) => object | string): string
}

const signing = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

export async function serveClientDocuments(): Promise<ClientDocuments> {
  const folder = await freshFolder()
  const { key, cert } = await localCertificate()
  const certificatePath = join(folder.path, 'certificate.pem')
  await writeFile(certificatePath, cert)
  const texts = new Map<string, string>()
  const requests = new Map<string, number>()
  const server = createServer({ key, cert }, ({ url = '/' }, response) => {
    requests.set(url, (requests.get(url) ?? 0) + 1)
    const text = texts.get(url)
    response.statusCode = text === undefined ? 404 : 200
    response.setHeader('Content-Type', 'application/json')
    response.end(text)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const base = `https://localhost:${(server.address() as AddressInfo).port}`
  return {
    base,
    certificatePath,
    requests,
    put(path, document) {
      const made = document(base + path)
      texts.set(path, typeof made === 'string' ? made : JSON.stringify(made))
      return base + path
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}

async function localCertificate(): Promise<{ key: string; cert: string }> {
  const keys = await webcrypto.subtle.generateKey(signing, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    keys,
    signingAlgorithm: signing,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }]),
    ],
  })
  const bytes = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
  const key = x509.PemConverter.encode(bytes, 'PRIVATE KEY')
  return { key, cert: certificate.toString('pem') }
}
