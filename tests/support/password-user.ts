import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ServerPlace } from './server.ts'

const entry = join(import.meta.dirname, '../../bin/almanac.js')

/** Makes a user who signs in with a password, which the command line reads from its input. */
export async function newPasswordUser(
  { environment }: ServerPlace,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('ALMANAC_'))
  const child = spawn(process.execPath, [entry, 'user', 'create', email, '--password-stdin'], {
    env: { ...Object.fromEntries(inherited), ...environment },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    complaint += chunk
  })
  child.stdin!.end(`${password}\n`)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`no user: ${complaint}`)
}
