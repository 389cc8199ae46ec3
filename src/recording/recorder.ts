import type { Exchange, Observer } from '#/interception/forwarding.ts'
import { type HarEntry, harEntry, harText } from './har.ts'

const recordedBytesMax = 256 * 1024 * 1024

/** Collects exchanges for a HAR file, up to a total size. */
export class Recorder implements Observer {
  readonly #entries: HarEntry[] = []
  readonly #clock: { machineMs(): number }
  #bytes = 0
  /** How many exchanges came after the limit was reached. */
  omitted = 0

  constructor(clock: { machineMs(): number }) {
    this.#clock = clock
  }

  nowMs(): number {
    return this.#clock.machineMs()
  }

  add(exchange: Exchange): void {
    this.#bytes += exchange.requestBody.bytes.length + exchange.responseBody.bytes.length
    if (this.#bytes > recordedBytesMax) this.omitted++
    else this.#entries.push(harEntry(exchange))
  }

  /** All exchanges in the order in which they began. */
  text(version: string): string {
    const inOrder = this.#entries.toSorted((one, other) =>
      Temporal.Instant.compare(one.startedDateTime, other.startedDateTime),
    )
    return harText(inOrder, version)
  }
}
