import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { CommandCall, CommandResult } from './command-process.ts'
import { heapFlags } from './node-flags.ts'

const root = join(import.meta.dirname, '../..')

/** The program as tests start it: built, because the sources take more than twice as long to start. */
export const entry = join(root, 'dist/server/main.js')

/** The program as people start it from a clone. */
export const sourceEntries = [join(root, 'bin/almanac.js'), join(root, 'src/main.ts')]

export interface StartOptions {
  /** The file to start instead of the built program. */
  readonly file?: string
  /** Gives it a session of its own, which has no terminal. */
  readonly detached?: boolean
}

/** Starts the command line with none of the settings that this process has. */
export function spawnAlmanac(
  words: readonly string[],
  environment: Record<string, string>,
  { file = entry, detached = false }: StartOptions = {},
): ChildProcess {
  return spawn(process.execPath, [file, ...words], {
    env: { ...withoutSettings(), ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached,
  })
}

/** The environment of this process, but for settings of Almanac. */
export const withoutSettings = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ALMANAC_')))

interface RunOptions {
  /** What it reads from standard input. */
  readonly input?: string
}

interface RunInProcessOptions extends RunOptions {
  readonly folder?: string
}

/**
 * Runs a command to its end, in a process that has run others before: starting one for each would take most
 * of the time of many tests. What a command logs is not part of the result.
 */
export function runAlmanac(
  words: readonly string[],
  environment: Record<string, string> = {},
  { input = '', folder }: RunInProcessOptions = {},
): Promise<CommandResult> {
  const run = () => {
    commands ??= startCommands()
    return resultOf(commands, { words, environment, input, folder })
  }
  const result = lastRun.then(run, run)
  lastRun = result
  return result
}

const resultOf = (child: ChildProcess, call: CommandCall): Promise<CommandResult> =>
  new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`the process ended with almanac ${call.words.join(' ')}`))
    child.once('exit', fail)
    child.once('message', (result: CommandResult) => {
      child.off('exit', fail)
      resolve(result)
    })
    child.send(call, (error) => error && reject(error))
  })

let commands: ChildProcess | undefined
let lastRun: Promise<unknown> = Promise.resolve()

/** It ends when this process does. */
function startCommands(): ChildProcess {
  const child = spawn(
    process.execPath,
    [...heapFlags, join(import.meta.dirname, 'command-process.ts'), entry],
    {
      env: withoutSettings(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  )
  child.unref()
  child.channel?.unref()
  child.once('exit', () => {
    if (commands === child) commands = undefined
  })
  return child
}

/** Runs the command line in a process of its own, as a person would. */
export async function runAlmanacProcess(
  words: readonly string[],
  environment: Record<string, string> = {},
  { input = '' }: RunOptions = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawnAlmanac(words, environment)
  child.stdin!.end(input)
  const output = collect(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output() }
}

/** What servers are started with unless a test says otherwise: the demo is for people and takes time to load. */
export const usualSettings = {
  ALMANAC_PORT: '0',
  ALMANAC_DEMO: '0',
  // Nobody watches the readiness of a test's server.
  ALMANAC_DRAIN_DELAY_MS: '0',
  ALMANAC_DRAIN_IDLE_MS: '0',
  // Replies wait for attendee copies even on a slow machine.
  ALMANAC_ATTENDEE_WAIT_MS: '60000',
}

/** Keeps what a process writes. */
export function collect(child: ChildProcess) {
  const text = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk
    })
  }
  return () => ({ ...text })
}

/** Resolves with the address of a server once it listens. */
export function addressOf(child: ChildProcess, output: () => { stdout: string; stderr: string }) {
  return new Promise<string>((resolve, reject) => {
    child.stdout!.on('data', () => {
      const found = /listening on (http:\/\/\S+)/.exec(output().stdout)
      if (found) resolve(found[1]!)
    })
    child.once('close', (code) => {
      reject(startFailure(code, output()))
    })
  })
}

/** What a server says that has ended instead of listening. */
export const startFailure = (
  code: number | null,
  { stdout, stderr }: { stdout: string; stderr: string },
): Error => new Error(`the server ended with ${code}: ${wordsFirst(stderr) || stdout}`)

/** What the program says, and then what it has logged: a slow start writes the log out earlier. */
function wordsFirst(text: string): string {
  const lines = text.split('\n')
  const isLogged = (line: string) => line.startsWith('{')
  return [...lines.filter((line) => !isLogged(line)), ...lines.filter(isLogged)].join('\n')
}

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null
