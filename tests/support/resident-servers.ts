import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { entry, startFailure, withoutSettings } from './almanac-process.ts'
import { heapFlags } from './node-flags.ts'
import { noteProcess } from './noted-processes.ts'
import type { HostCall, HostReport } from './server-host.ts'

/** A server that shares a process with others. */
interface ResidentServer {
  readonly address: string
  /** The process that it runs in. */
  readonly pid: number
  readonly output: () => { stdout: string; stderr: string }
  /** Resolves with the exit status that its process would have had; null when that has crashed. */
  readonly ended: Promise<number | null>
  /** Asks it to stop, as a signal would. */
  stop(): void
  /** The same without waiting for requests that are under way. */
  discard(): void
}

/** Starts a server in a process that has run others before. */
export async function startResidentServer(
  environment: Record<string, string>,
): Promise<ResidentServer> {
  host ??= new Host()
  const folder = await mkdtemp(join(inject('runFolder'), 'server-'))
  const output = () => ({
    stdout: textOf(join(folder, 'stdout')),
    stderr: textOf(join(folder, 'stderr')),
  })
  const server = host.start(environment, folder)
  const first = await Promise.race([server.address, server.ended])
  if (typeof first !== 'string') throw startFailure(first, output())
  return { ...server, address: first, output }
}

/** The text of a file, which need not exist yet. */
const textOf = (path: string) => readFileSync(path, { encoding: 'utf8', flag: 'a+' })

let host: Host | undefined

interface HostedServer {
  readonly onAddress: (address: string) => void
  readonly onEnd: (code: number | null) => void
}

// The second optimizing compiler takes more time than its code saves in tests, which run everything a few times.
const flags = ['--no-opt', ...heapFlags]

/** The process of the servers of this worker, which ends when this one does. */
class Host {
  readonly #child: ChildProcess
  readonly #servers = new Map<number, HostedServer>()
  #starts = 0

  constructor() {
    this.#child = spawn(
      process.execPath,
      [...flags, join(import.meta.dirname, 'server-host.ts'), entry],
      {
        env: withoutSettings(),
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    )
    const forgetProcess = noteProcess(inject('runFolder'), this.#child.pid!)
    this.#child.unref()
    this.#child.channel?.unref()
    this.#child.on('message', (report: HostReport) => this.#hear(report))
    this.#child.once('exit', () => {
      forgetProcess()
      if (host === this) host = undefined
      for (const { onEnd } of this.#servers.values()) onEnd(null)
    })
  }

  start(environment: Record<string, string>, folder: string) {
    const id = ++this.#starts
    const address = Promise.withResolvers<string>()
    const ended = Promise.withResolvers<number | null>()
    this.#servers.set(id, { onAddress: address.resolve, onEnd: ended.resolve })
    this.#tell({ do: 'start', id, environment, folder })
    return {
      address: address.promise,
      ended: ended.promise,
      pid: this.#child.pid!,
      stop: () => this.#tell({ do: 'stop', id }),
      discard: () => this.#tell({ do: 'discard', id }),
    }
  }

  #tell(call: HostCall): void {
    if (this.#child.connected) this.#child.send(call)
  }

  #hear(report: HostReport): void {
    const server = this.#servers.get(report.id)
    if ('address' in report) {
      server?.onAddress(report.address)
    } else {
      this.#servers.delete(report.id)
      server?.onEnd(report.code)
    }
  }
}
