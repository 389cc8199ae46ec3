import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { closeSync, openSync, writeSync } from 'node:fs'
import { Server } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hashPasswordsCheaply } from './cheap-passwords.ts'
import { reuseKeyPairs } from './key-pairs.ts'

/**
 * Runs servers side by side in this process, each as `almanac serve` would with nothing but its settings in its
 * environment. Modules stay loaded and compiled, so that a start takes a tenth of the time of a process of its own.
 *
 * What belongs to a process (environment, output, signals, exit) belongs to a server here; the asynchronous
 * context tells which one is asking.
 */

export type HostCall =
  | {
      readonly do: 'start'
      readonly id: number
      readonly environment: Record<string, string>
      /** Where what the server writes is kept, in files named after the streams. */
      readonly folder: string
    }
  /** As a signal does, or without waiting for requests that are under way. */
  | { readonly do: 'stop' | 'discard'; readonly id: number }

export type HostReport =
  | { readonly id: number; readonly address: string }
  | { readonly id: number; readonly code: number }

type Stream = 'stdout' | 'stderr'

interface LogSink {
  fd: number
  write(text: string): boolean
  flush(): void
  flushSync(): void
  end(): void
}

const inherited = { ...process.env }
const [, , entry] = process.argv
const current = new AsyncLocalStorage<HostedServer>()
const servers = new Map<number, HostedServer>()

class HostedServer {
  readonly environment: Record<string, string | undefined>
  readonly argv = [process.execPath, entry!, 'serve']
  readonly listeners = new Set<Server>()
  readonly #sinks = new Set<LogSink>()
  readonly #id: number
  readonly #folder: string
  readonly #files: Record<Stream, number>
  readonly #signalHandlers: (() => void)[] = []
  #isListening = false

  constructor(id: number, environment: Record<string, string>, folder: string) {
    this.#id = id
    this.#folder = folder
    this.environment = { ...inherited, ...environment }
    this.#files = { stdout: this.#openFile('stdout'), stderr: this.#openFile('stderr') }
  }

  /** Opens what a stream is kept in; whoever asks closes it. */
  #openFile(stream: Stream): number {
    return openSync(join(this.#folder, stream), 'a')
  }

  /** Lets a log write to the file of its stream. Ending it closes the file. */
  addSink(sink: LogSink): void {
    if (this.#sinks.has(sink)) return
    sink.fd = this.#openFile('stderr')
    this.#sinks.add(sink)
  }

  async run(): Promise<void> {
    servers.set(this.#id, this)
    try {
      // The name makes it a new module, which does what the program does when it starts.
      await import(`${pathToFileURL(entry!)}?server=${this.#id}`)
    } catch (error) {
      this.write('stderr', String(error))
      process.exitCode = 1
    }
    const code = Number(process.exitCode ?? 0)
    process.exitCode = 0
    this.exit(code)
  }

  write(stream: Stream, text: string): void {
    if (!servers.has(this.#id)) return
    writeSync(this.#files[stream], text)
    const address = /listening on (http:\/\/\S+)/.exec(text)?.[1]
    if (this.#isListening || address === undefined) return
    this.#isListening = true
    report({ id: this.#id, address })
  }

  onSignal(handler: () => void): void {
    this.#signalHandlers.push(handler)
  }

  stop(): void {
    // One signal, whichever it is: the program treats them alike.
    current.run(this, () => this.#signalHandlers[0]?.())
  }

  /** Ends the server where the program would end its process. */
  exit(code: number): void {
    if (!servers.delete(this.#id)) return
    this.closeConnections()
    for (const listener of this.listeners) listener.close()
    for (const sink of this.#sinks) {
      sink.flushSync()
      sink.end()
      // What is still under way would log to a process that has ended.
      sink.write = () => true
      sink.flush = () => {}
    }
    for (const file of Object.values(this.#files)) closeSync(file)
    report({ id: this.#id, code })
  }

  closeConnections(): void {
    for (const listener of this.listeners) listener.closeAllConnections()
  }
}

reuseKeyPairs()
hashPasswordsCheaply()

const report = (said: HostReport): void => void process.send!(said)

for (const name of ['env', 'argv'] as const) {
  const own = name === 'env' ? inherited : process.argv
  Object.defineProperty(process, name, {
    get: () => {
      const server = current.getStore()
      return server === undefined ? own : name === 'env' ? server.environment : server.argv
    },
  })
}

for (const name of ['stdout', 'stderr'] as const) {
  const write = process[name].write.bind(process[name])
  process[name].write = (chunk: string | Uint8Array) => {
    const server = current.getStore()
    if (server === undefined) return write(chunk)
    server.write(name, typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
    return true
  }
}

const exit = process.exit.bind(process)
process.exit = (code) => {
  const server = current.getStore()
  if (server === undefined) return exit(code)
  return server.exit(Number(code ?? 0)) as never
}

const on = process.on.bind(process)
process.on = ((event: string, handler: () => void) => {
  const server = current.getStore()
  if (server === undefined || !event.startsWith('SIG')) return on(event, handler)
  if (event === 'SIGTERM') server.onSignal(handler)
  return process
}) as typeof process.on

// The log writes to a file descriptor, past the streams of the process. pino tells of each entry before it writes it.
subscribe('tracing:pino_asJson:start', (message) => {
  const { instance } = message as { instance: Record<symbol, LogSink> }
  const symbol = Object.getOwnPropertySymbols(instance).find(
    ({ description }) => description === 'pino.stream',
  )
  current.getStore()?.addSink(instance[symbol!]!)
})

subscribe('tracing:net.server.listen:asyncStart', (message) => {
  const { server } = message as { server: unknown }
  if (server instanceof Server) current.getStore()?.listeners.add(server)
})

on('message', (call: HostCall) => {
  if (call.do === 'start') {
    const server = new HostedServer(call.id, call.environment, call.folder)
    return void current.run(server, () => server.run())
  }
  const server = servers.get(call.id)
  if (call.do === 'discard') server?.closeConnections()
  server?.stop()
})
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
