import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Log } from '#/kernel/log.ts'
import { createProtocolServer, type Session } from './protocol-server.ts'

/** Serves one client over standard input and output, until the client closes the input or ends the command. */
export async function serveOverStdio(session: Session, log: Log): Promise<void> {
  const ended = Promise.race([
    once(process.stdin, 'end'),
    once(process.stdin, 'close'),
    once(process, 'SIGINT'),
    once(process, 'SIGTERM'),
  ])
  const connection = serveStdio(() => createProtocolServer(session), {
    onerror: (err) => log.debug('MCP request refused', { err }),
  })
  await ended
  await connection.close()
  process.stdin.destroy()
}
