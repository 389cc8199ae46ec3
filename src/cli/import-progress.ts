import { SingleBar } from 'cli-progress'
import type { Clock } from '#/kernel/clock.ts'

interface Progress {
  readonly bytes: number
  readonly bytesTotal: number
  readonly entries: number
}

const barEveryMs = 100
const lineEveryMs = 5_000

/** Shows the progress of an import: a bar on a terminal, otherwise a line every few seconds. */
export class ImportProgress implements Disposable {
  readonly #clock: Clock
  readonly #bar: SingleBar | undefined
  #shownMs: number | undefined
  /** Where this run started. Entries of an interrupted earlier run do not count toward the speed. */
  #start: { readonly ms: number; readonly entries: number; readonly bytes: number } | undefined

  constructor(clock: Clock) {
    this.#clock = clock
    if (process.stderr.isTTY) {
      this.#bar = new SingleBar({
        format: '{bar} {percentage}% | {entries} entries | {rate}/s | {rest} left',
        stream: process.stderr,
        hideCursor: true,
        clearOnComplete: true,
      })
    }
  }

  show({ bytes, bytesTotal, entries }: Progress): void {
    const nowMs = this.#clock.machineMs()
    this.#start ??= { ms: nowMs, entries, bytes }
    this.#shownMs ??= nowMs
    const everyMs = this.#bar === undefined ? lineEveryMs : barEveryMs
    if (nowMs - this.#shownMs < everyMs) return
    this.#shownMs = nowMs
    const seconds = (nowMs - this.#start.ms) / 1_000
    const rate = Math.round((entries - this.#start.entries) / seconds)
    const rest = duration((seconds * (bytesTotal - bytes)) / Math.max(bytes - this.#start.bytes, 1))
    if (this.#bar === undefined) {
      const percent = Math.floor((100 * bytes) / Math.max(bytesTotal, 1))
      this.tell(`${percent}%, ${entries} entries, ${rate}/s, ${rest} left`)
    } else {
      if (!this.#bar.isActive) this.#bar.start(bytesTotal, bytes, { entries, rate, rest })
      this.#bar.update(bytes, { entries, rate, rest })
    }
  }

  /** Prints a line without disturbing the bar. */
  tell(text: string): void {
    if (this.#bar?.isActive) process.stderr.write('\r\u001b[K')
    process.stderr.write(`${text}\n`)
  }

  end(): void {
    this.#bar?.stop()
  }

  [Symbol.dispose](): void {
    this.end()
  }
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  const minutes = Math.floor(whole / 60)
  if (minutes === 0) return `${whole} s`
  return minutes < 60
    ? `${minutes} min ${whole % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
