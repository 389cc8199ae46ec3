import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { undoAtExit } from './at-exit.ts'
import type { ServerProcess } from './server-process.ts'

const program = '/usr/bin/radicale'
const startTries = 100

interface Filling {
  readonly user: string
  readonly calendarCount: number
  /** Events of the first calendar. */
  readonly eventCount: number
  readonly objectAt: (index: number) => string
}

/** Radicale from the packages of Debian with calendars of a user, who can sign in with any password; undefined if it is not installed. */
export async function radicale(
  folder: string,
  filling: Filling,
): Promise<(ServerProcess & AsyncDisposable) | undefined> {
  if (!existsSync(program)) return undefined
  const data = join(folder, 'radicale')
  fill(data, filling)
  const port = await freePort()
  const log = openSync(join(folder, 'radicale.log'), 'a')
  const words = [
    ['--config', ''],
    ['--server-hosts', `127.0.0.1:${port}`],
    ['--storage-filesystem-folder', data],
    ['--auth-type', 'none'],
    ['--rights-type', 'owner_only'],
    ['--logging-level', 'error'],
  ].flat()
  const child = spawn(program, words, { stdio: ['ignore', log, log] })
  closeSync(log)
  const closed = once(child, 'close')
  child.once(
    'close',
    undoAtExit(() => child.kill('SIGKILL')),
  )
  await answering(port)
  return {
    pid: child.pid!,
    port,
    greeting: '',
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await closed
    },
  }
}

function fill(data: string, { user, calendarCount, eventCount, objectAt }: Filling): void {
  for (let index = 0; index < calendarCount; index++) {
    const calendar = join(data, 'collection-root', user, `calendar${index}`)
    mkdirSync(calendar, { recursive: true })
    const properties = { tag: 'VCALENDAR', 'D:displayname': `Calendar ${index}` }
    writeFileSync(join(calendar, '.Radicale.props'), JSON.stringify(properties))
    if (index > 0) continue
    for (let event = 0; event < eventCount; event++) {
      writeFileSync(join(calendar, `${event}.ics`), objectAt(event))
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function answering(port: number): Promise<void> {
  for (let attempt = 0; attempt < startTries; attempt++) {
    const isThere = await fetch(`http://127.0.0.1:${port}/.web/`).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await delay(100)
  }
  throw new Error('Radicale does not answer.')
}
