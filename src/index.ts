import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * The programmatic interface of the npm package. It runs in the Node of the caller, which can be older than
 * the one that the server runs on, and therefore imports nothing of the server.
 */

export interface StartOptions {
  /** The path of a seed, in JSON or YAML, that describes the initial state. */
  readonly seed?: string
  /** Other settings of the server by name, such as `{ quotaUserPerMinute: 60 }`. */
  readonly settings?: Readonly<Record<string, string | number>>
}

export interface WorldOptions {
  readonly id?: string
  /** A seed, as an object or as YAML text. */
  readonly seed?: object | string
  readonly snapshot?: string
  /** The time that the clock of the world starts with, such as `2030-05-03T08:00:00Z`. */
  readonly now?: string
  readonly timeZone?: string
}

/** An isolated state within the server, with its own data, clock, faults and tokens. */
export interface World extends AsyncDisposable {
  readonly id: string
  /** The root URL, without a trailing slash. */
  readonly url: string
  /** An access token for the first user of the world. */
  readonly token: string
  readonly email: string
  delete(): Promise<void>
}

/** A temporary server in dev mode. */
export interface Almanac extends AsyncDisposable {
  /** The root URL, without a trailing slash. */
  readonly url: string
  /** An access token for the first user of the seed, or for demo@almanac.test, an owner. */
  readonly token: string
  createWorld(options?: WorldOptions): Promise<World>
  /** Stops the server and deletes its data. */
  stop(): Promise<void>
}

const program = join(dirname(fileURLToPath(import.meta.url)), '../bin/almanac.js')

/** Ends when standard input does, which also happens when this process is killed. */
const command = ['sh', '-c', 'printf "%s %s\\n" "$ALMANAC_URL" "$ALMANAC_TOKEN" && exec cat']

/**
 * Starts a server on a free port, with its data in a temporary folder. It ends with this process if it is
 * not stopped before.
 */
export async function startAlmanac({ seed, settings = {} }: StartOptions = {}): Promise<Almanac> {
  const all = { ...settings, ...(seed !== undefined && { seed }) }
  const flags = Object.entries(all).map(([name, value]) => `${flagName(name)}=${value}`)
  const child = spawn(process.execPath, [program, 'exec', ...flags, '--', ...command], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const { url, token } = await new Promise<{ url: string; token: string }>((resolve, reject) => {
    const text = { stdout: '', stderr: '' }
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      text.stderr += chunk
    })
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text.stdout += chunk
      const [, url, token] = /^(\S+) (\S+)\n/.exec(text.stdout) ?? []
      if (url !== undefined && token !== undefined) resolve({ url, token })
    })
    child.once('error', reject)
    child.once('close', () => reject(new Error(startFailure(text.stderr))))
  })
  // A test that does not stop its server can end nevertheless.
  child.unref()
  for (const stream of child.stdio) (stream as { unref?: () => void } | null)?.unref?.()
  child.stderr.removeAllListeners('data').on('data', (chunk) => process.stderr.write(chunk))
  const stop = async () => {
    child.ref()
    child.stdin.end()
    await exited
  }
  return {
    url,
    token,
    createWorld: (options = {}) => createWorld(url, options),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** The flag of a setting: `--quota-user-per-minute` for `quotaUserPerMinute`. */
const flagName = (setting: string): string =>
  `--${setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

function startFailure(stderr: string): string {
  const reason = stderr.trim().replace(/^(?:almanac|error): /, '')
  return `Almanac did not start: ${reason || 'it ended without a message.'}`
}

async function createWorld(server: string, options: WorldOptions): Promise<World> {
  const worlds = `${server}/_almanac/worlds`
  const { id, rootUrl, token, email } = await call('POST', worlds, options)
  const remove = async () => {
    await call('DELETE', `${worlds}/${id}`)
  }
  const url = rootUrl!.replace(/\/$/, '')
  return {
    id: id!,
    url,
    token: token!,
    email: email!,
    delete: remove,
    [Symbol.asyncDispose]: remove,
  }
}

async function call(
  method: string,
  url: string,
  body?: object,
): Promise<Readonly<Record<string, string | undefined>>> {
  const response = await fetch(url, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(errorMessage(text) ?? `${url}: ${response.status}`)
  return text === '' ? {} : JSON.parse(text)
}

function errorMessage(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { error?: { message?: string } }).error?.message
  } catch {
    return undefined
  }
}
