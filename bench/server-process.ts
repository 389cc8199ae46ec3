import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { undoAtExit } from './at-exit.ts'

/** A server in a process of its own, so that its CPU time is its own too. */
export interface ServerProcess extends AsyncDisposable {
  readonly pid: number
  readonly port: number
  /** What it printed until it listened. */
  readonly greeting: string
}

interface Spawning {
  /** The arguments of Node. */
  readonly words: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Where standard error goes: the log of the server. */
  readonly logFile: string
}

const startTimeoutMs = 60_000
const stopTimeoutMs = 15_000

/** Starts a server that prints the address it listens on. */
export async function startProcess({
  words,
  environment = {},
  logFile,
}: Spawning): Promise<ServerProcess> {
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, words, {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', log],
  })
  closeSync(log)
  const closed = once(child, 'close')
  child.once(
    'close',
    undoAtExit(() => child.kill('SIGKILL')),
  )
  const [greeting, port] = await listening(child, logFile)
  return {
    pid: child.pid!,
    port,
    greeting,
    async [Symbol.asyncDispose]() {
      const late = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      child.kill('SIGTERM')
      await closed
      clearTimeout(late)
    },
  }
}

/** The environment without settings of a server that the caller may have. */
export const inherited = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('ALMANAC_')),
)

function listening(child: ChildProcess, logFile: string): Promise<[string, number]> {
  return new Promise((resolve, reject) => {
    let text = ''
    const fail = (why: string) => {
      child.kill('SIGKILL')
      reject(new Error(`A server ${why}; its log is ${logFile}.`))
    }
    const late = setTimeout(() => fail('did not start in time'), startTimeoutMs)
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      const found = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(text)
      if (found === null) return
      clearTimeout(late)
      resolve([text, Number(found[1])])
    })
    child.once('close', (code) => {
      clearTimeout(late)
      fail(`ended with ${code}`)
    })
  })
}
