import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { openSocket, until } from './calling.ts'
import { freshFolder } from './fresh.ts'
import { freePort } from './postgres-server.ts'

const { status, stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' })

/** Why there is no pooler to test with; undefined if there is one. */
export const pgbouncerUnavailable: string | undefined =
  status === 0 ? undefined : 'PgBouncer, a package of Debian, is not installed'

const [major = 0, minor = 0] = (/\d+\.\d+/.exec(stdout ?? '')?.[0] ?? '').split('.').map(Number)

/** Whether the pooler follows prepared statements from one connection to another, as it does since 1.21. */
export const pgbouncerPrepares = major > 1 || (major === 1 && minor >= 21)

/** Puts a pooler in transaction mode in front of a server; it has fewer connections than the clients. */
export async function startPgBouncer(target: string) {
  const folder = await freshFolder()
  const { hostname, port, username, password } = new URL(target)
  const ownPort = await freePort()
  const file = join(folder.path, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
${pgbouncerPrepares ? 'max_prepared_statements = 200' : ''}
`,
  )
  await chmod(folder.path, 0o755)
  // It refuses to run as root, as which containers often run tests.
  const user = userInfo().uid === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', ['-q', ...user, file], { stdio: 'ignore' })
  await until(
    () =>
      openSocket(`http://127.0.0.1:${ownPort}`).then(
        (socket) => !socket.destroy().readable,
        () => false,
      ),
    (isOpen) => isOpen,
  )
  const url = new URL(target)
  url.port = String(ownPort)
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await once(child, 'close')
      await folder[Symbol.asyncDispose]()
    },
  }
}
