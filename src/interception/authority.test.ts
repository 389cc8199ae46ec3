import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:tls'
import { expect, it } from 'vitest'
import { TemporaryAuthority } from './authority.ts'

const nowMs = Date.parse('2030-05-03T08:00:00Z')

it('an authority is named after Almanac, valid for a day, and cannot have others below it', async () => {
  const { certificate } = await TemporaryAuthority.create(nowMs)
  const read = new X509Certificate(certificate.toString('pem'))
  expect(read.subject).toBe('CN=Almanac temporary authority\nO=Almanac')
  expect(read.ca).toBe(true)
  expect(read.toString()).not.toBe('')
  expect(read.verify(read.publicKey)).toBe(true)
  expect(read.validFromDate).toEqual(new Date('2030-05-03T07:00:00Z'))
  expect(read.validToDate).toEqual(new Date('2030-05-04T08:00:00Z'))
  expect(certificate.getExtension('2.5.29.19')).toMatchObject({ ca: true, pathLength: 0 })
})

it('two authorities do not trust each other', async () => {
  const one = await TemporaryAuthority.create(nowMs)
  const other = await TemporaryAuthority.create(nowMs)
  const read = new X509Certificate(one.certificate.toString('pem'))
  expect(read.verify(new X509Certificate(other.certificate.toString('pem')).publicKey)).toBe(false)
})

/** Connects to a server that presents itself as one host, asking for another. */
async function connectTo(hostname: string, authority: TemporaryAuthority, trusted: string) {
  const context = await authority.contextFor('www.googleapis.com')
  const server = createServer({ SNICallback: (_, done) => done(null, context) })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect({ host: '127.0.0.1', port, servername: hostname, ca: trusted })
  try {
    await once(socket, 'secureConnect')
    return 'connected'
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    socket.destroy()
    server.close()
  }
}

it('a certificate is valid for its host and with its authority only', async () => {
  const authority = await TemporaryAuthority.create(Date.now())
  const other = await TemporaryAuthority.create(Date.now())
  const pem = authority.certificate.toString('pem')
  expect(await connectTo('www.googleapis.com', authority, pem)).toBe('connected')
  expect(await connectTo('www.example.com', authority, pem)).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
  const foreign = other.certificate.toString('pem')
  expect(await connectTo('www.googleapis.com', authority, foreign)).not.toBe('connected')
})
