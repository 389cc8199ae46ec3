import { once } from 'node:events'
import { chownSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schema } from '#/schema.ts'
import { openDatabase } from '#/storage/open.ts'
import { makePool, valuesOf } from '#/storage/postgres/driver.ts'
import { selfSigned } from '../support/certificates.ts'
import { silentLog } from '../support/engines.ts'
import { postgresUnavailable } from '../support/postgres-databases.ts'
import { freePort, type PostgresServer, startPostgres } from '../support/postgres-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

describe('the URL of a PostgreSQL server', { skip: postgresUnavailable !== undefined }, () => {
  let server: PostgresServer
  const path = (name: string) => join(server.databaseDir, name)

  beforeAll(async () => {
    server = await startPostgres(18, { settings: ['unix_socket_directories=/tmp'] })
    const forServer = selfSigned('server', ['localhost'])
    const forClient = selfSigned('postgres')
    const files = {
      'root.pem': forServer.certificate,
      'server.key': forServer.key,
      'client.pem': forClient.certificate,
      'client.key': forClient.key,
      // A certificate is enough for one database, and a password for the others.
      'pg_hba.conf': `local all all md5
        hostssl template1 all all cert
        host all all all md5`,
    }
    const { uid, gid } = statSync(server.databaseDir)
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(path(name), text, { mode: 0o600 })
      chownSync(path(name), uid, gid)
    }
    const settings = {
      ssl: 'on',
      ssl_cert_file: 'root.pem',
      ssl_key_file: 'server.key',
      ssl_ca_file: 'client.pem',
    }
    for (const [name, value] of Object.entries(settings)) {
      await rowOf(server.url, `alter system set ${name} = '${value}'`)
    }
    await rowOf(server.url, 'select pg_reload_conf()')
  }, 60_000)

  afterAll(() => server.stop())

  const at = (host: string, query = '', database = 'postgres') =>
    `postgres://postgres:password@${host}:${server.port}/${database}?connect_timeout=60${query}`
  const root = () => `&sslrootcert=${encodeURIComponent(path('root.pem'))}`
  const isEncrypted = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'

  it('can name a Unix socket', async () => {
    const url = `postgres://postgres:password@/postgres?host=/tmp&port=${server.port}`
    expect(await rowOf(url, 'select inet_server_addr()')).toEqual([null])
  })

  it('can name several hosts, of which the first that runs is used', async () => {
    const down = await freePort()
    const url = `postgres://postgres:password@127.0.0.1:${down},127.0.0.1:${server.port}/postgres`
    const dataDir = temporaryFolder
    await using database = await openDatabase({ url, dataDir, schema, log: silentLog })
    await database.ready()
    expect(database.incarnation).not.toBe('')
  }, 60_000)

  it('can name several hosts, the first of which accepts connections and never answers', async () => {
    await using silent = await silentServer()
    const authority = `postgres:password@127.0.0.1:${silent.port},localhost:${server.port}`
    const url = `postgres://${authority}/postgres?connect_timeout=3`
    expect(await rowOf(url, 'select 1')).toEqual([1])
    const verified = `${url}&sslmode=verify-full${root()}`
    expect(await rowOf(verified, isEncrypted)).toEqual([1])
    const only = `postgres://127.0.0.1:${silent.port},127.0.0.1:${silent.port}/x?connect_timeout=1`
    await expect(rowOf(only, 'select 1')).rejects.toThrow(/None of these servers answers/)
  }, 60_000)

  it('can require a role that no host has, which fails in time', async () => {
    const authority = `postgres:password@127.0.0.1:${server.port},localhost:${server.port}`
    const url = `postgres://${authority}/postgres?target_session_attrs`
    expect(await rowOf(`${url}=read-write`, 'select 1')).toEqual([1])
    const options = { dataDir: temporaryFolder, schema, log: silentLog }
    const postgres = { statementTimeoutMs: 1 }
    const opening = openDatabase({ ...options, url: `${url}=standby`, postgres })
    await expect(opening).rejects.toThrow(/Cannot connect/)
  }, 60_000)

  it.each([
    ['require', 'localhost', '', 1],
    ['prefer', 'localhost', '', 1],
    ['disable', 'localhost', '', 0],
    ['verify-full', 'localhost', 'root', 1],
    ['verify-ca', '127.0.0.1', 'root', 1],
  ])('with sslmode=%s and %s connects', async (mode, host, rootFile, expected) => {
    const query = `&sslmode=${mode}${rootFile === '' ? '' : root()}`
    expect(await rowOf(at(host, query), isEncrypted)).toEqual([expected])
  })

  it.each([
    ['verify-full', 'localhost', '', /self-signed certificate/],
    ['verify-full', '127.0.0.1', 'root', /does not match/],
    ['verify-ca', 'localhost', '', /self-signed certificate/],
  ])(
    'with sslmode=%s and %s refuses a server that it cannot verify',
    async (mode, host, rootFile, message) => {
      const query = `&sslmode=${mode}${rootFile === '' ? '' : root()}`
      await expect(rowOf(at(host, query), isEncrypted)).rejects.toThrow(message)
    },
  )

  it('names a certificate file that cannot be read', async () => {
    const missing = rowOf(at('localhost', '&sslmode=verify-full&sslrootcert=/none'), isEncrypted)
    await expect(missing).rejects.toThrow(
      'Cannot read /none, the sslrootcert of the PostgreSQL URL (ENOENT).',
    )
  })

  it('can name a certificate of the client', async () => {
    const own = `&sslcert=${encodeURIComponent(path('client.pem'))}&sslkey=${encodeURIComponent(path('client.key'))}`
    const query = `&sslmode=verify-full${root()}`
    expect(await rowOf(at('localhost', query + own, 'template1'), isEncrypted)).toEqual([1])
    await expect(rowOf(at('localhost', query, 'template1'), isEncrypted)).rejects.toThrow(/cert/)
    const unverified = rowOf(at('localhost', `&sslmode=require${own}`), isEncrypted)
    await expect(unverified).rejects.toThrow(/sslcert/)
  })
})

/** Accepts connections and says nothing. */
async function silentServer() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function rowOf(url: string, text: string) {
  const pool = makePool({ url, connectionsMax: 1, statementTimeoutMs: 60_000 })
  try {
    return (await valuesOf(pool, text))[0]
  } finally {
    await pool.end({ timeout: 1 })
  }
}
