import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { hashPasswordsCheaply } from './cheap-passwords.ts'
import { reuseKeyPairs } from './key-pairs.ts'

/**
 * Runs one command after another in this process, as `almanac` would with these words and nothing else in its
 * environment. Modules stay loaded, so that a command takes a tenth of the time of a process of its own.
 */

export interface CommandCall {
  readonly words: readonly string[]
  readonly environment: Record<string, string>
  readonly input: string
  /** Where it is run, if that is not where the tests are. */
  readonly folder?: string | undefined
}

export interface CommandResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Ends a command where the program would end its process. */
class ExitError extends Error {
  readonly code: number

  constructor(code: number) {
    super(`exit with ${code}`)
    this.code = code
  }
}

const inherited = { ...process.env }
const usualFolder = process.cwd()
const [, , entry] = process.argv
let runs = 0

reuseKeyPairs()
hashPasswordsCheaply()

async function run({ words, environment, input, folder }: CommandCall): Promise<CommandResult> {
  const text = { stdout: '', stderr: '' }
  let ended: CommandResult | undefined
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (chunk: string | Uint8Array) => {
      text[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
      return true
    }
  }
  const stdin = Readable.from([Buffer.from(input)])
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true })
  process.exit = (code) => {
    // What is written on the way out of the command would not have been.
    ended ??= { code: Number(code ?? process.exitCode ?? 0), ...text }
    throw new ExitError(ended.code)
  }
  process.chdir(folder ?? usualFolder)
  process.env = { ...inherited, ...environment }
  process.argv = [process.execPath, entry!, ...words]
  process.exitCode = 0
  try {
    // The name makes it a new module, which does what the program does when it starts.
    await import(`${pathToFileURL(entry!)}?run=${++runs}`)
  } catch (error) {
    if (!(error instanceof ExitError)) throw error
  }
  const code = Number(process.exitCode)
  process.exitCode = 0
  return ended ?? { code, ...text }
}

process.on('message', async (call: CommandCall) => void process.send!(await run(call)))
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// A command may let the process end while it is waiting for the next one.
setInterval(() => {}, 60_000)
