import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { constants } from 'node:os'

/** The exit statuses that shells use for commands that did not start. */
const status = { notExecutable: 126, notFound: 127, signalBase: 128 }

const signalStatus = (signal: NodeJS.Signals): number =>
  status.signalBase + constants.signals[signal]

/** Runs a command on the terminal of this process and returns its exit status, as a shell does. */
export async function runCommand(
  [file = '', ...words]: readonly string[],
  { environment, relay }: { readonly environment: NodeJS.ProcessEnv; readonly relay: SignalRelay },
): Promise<number> {
  const { receivedSignal } = relay
  if (receivedSignal !== undefined) return signalStatus(receivedSignal)
  return new Promise((resolve) => {
    const fail = (error: unknown) => resolve(reportFailure(file, error))
    try {
      const child = spawn(file, words, { stdio: 'inherit', env: environment })
      relay.forwardTo(child)
      child.once('error', fail)
      // Not `close`, because processes that the command leaves behind can keep the terminal open.
      child.once('exit', (code, signal) => resolve(code ?? signalStatus(signal!)))
    } catch (error) {
      fail(error)
    }
  })
}

function reportFailure(file: string, error: unknown): number {
  const { code, message } = error as NodeJS.ErrnoException
  const isMissing = code === 'ENOENT' || file === ''
  const reason = isMissing ? 'was not found' : `cannot be executed (${code ?? message})`
  process.stderr.write(`almanac: The command ${JSON.stringify(file)} ${reason}.\n`)
  return isMissing ? status.notFound : status.notExecutable
}

/** Signals that a terminal sends to every process in its foreground. */
const keyboardSignals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT']
const forwardedSignals: readonly NodeJS.Signals[] = [...keyboardSignals, 'SIGTERM', 'SIGHUP']

interface SignalSource {
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown
}

/**
 * Intercepts the signals that would end this process, so that the command can handle them. Each is
 * forwarded once; keyboard signals only if no terminal has already sent them to the command.
 */
export class SignalRelay {
  #received: NodeJS.Signals | undefined
  #command: Pick<ChildProcess, 'kill'> | undefined

  constructor({
    source = process as SignalSource,
    hasTerminal = hasControllingTerminal,
  }: {
    readonly source?: SignalSource
    readonly hasTerminal?: () => boolean
  } = {}) {
    for (const signal of forwardedSignals) {
      source.on(signal, () => {
        this.#received ??= signal
        if (!keyboardSignals.includes(signal) || !hasTerminal()) this.#command?.kill(signal)
      })
    }
  }

  /** The first signal received. */
  get receivedSignal(): NodeJS.Signals | undefined {
    return this.#received
  }

  forwardTo(command: Pick<ChildProcess, 'kill'>): void {
    this.#command = command
  }
}

function hasControllingTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}
