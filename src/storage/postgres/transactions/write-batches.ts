import type { HeldIncarnation } from '../server-watch.ts'
import type { Write } from './combined-writes.ts'

interface Context {
  /** Equal for writes that can be sent together. */
  readonly shapeOf: (writes: readonly Write[]) => string
  /** Sends writes that are committed together or not at all. */
  readonly send: (
    members: readonly (readonly Write[])[],
    incarnation: HeldIncarnation,
  ) => Promise<unknown>
  /** Whether an error leaves open if the statement was executed. */
  readonly isUnknown: (error: unknown) => boolean
  /** How many batches are under way at a time. More would make them smaller. */
  readonly sendingMax: number
  /** The number of members of a full batch. */
  readonly sizeMax: number
  /** The size of the next batch if so many could be in it, which are not more than a full batch. */
  readonly sizeOf: (count: number) => number
}

interface WriteRequest {
  readonly writes: readonly Write[]
  readonly incarnation: HeldIncarnation
  /** The name of the row that the first of the writes locks. */
  readonly locks: string
}

interface Member extends WriteRequest {
  /** Equal for members that can be sent together. */
  readonly shape: string
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** A batch that takes longer may wait for a lock. */
const patienceMs = 20

/**
 * Sends the writes of transactions that end at the same time, or while a batch is under way, together, with one
 * commit. If that fails, each of them is sent alone.
 */
export class WriteBatches {
  readonly #context: Context
  #waiting: Member[] = []
  #sending = 0
  /** The batches under way that will end soon. Until then, another batch is sent only if it is full. */
  readonly #awaited = new Set<readonly Member[]>()
  #isScheduled = false

  constructor(context: Context) {
    this.#context = context
  }

  write(request: WriteRequest): Promise<void> {
    return new Promise((resolve, reject) => {
      const shape = `${this.#context.shapeOf(request.writes)} ${request.incarnation.incarnation}`
      this.#waiting.push({ ...request, shape, resolve, reject })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      while (this.#canSend) this.#sendNext()
    })
  }

  // A statement and its commit cost as much as a few writes.
  get #canSend(): boolean {
    const { sendingMax, sizeMax } = this.#context
    const sizeMin = this.#awaited.size === 0 ? 1 : sizeMax
    return this.#waiting.length >= sizeMin && this.#sending < sendingMax
  }

  async #sendNext(): Promise<void> {
    const batch = this.#take()
    this.#awaited.add(batch)
    const endAwaiting = () => {
      this.#awaited.delete(batch)
      this.#schedule()
    }
    const timer = setTimeout(endAwaiting, patienceMs)
    this.#sending++
    await this.#send(batch)
    this.#sending--
    clearTimeout(timer)
    endAwaiting()
  }

  /** Removes the next batch: those that can be sent together with the first. */
  #take(): readonly Member[] {
    const { shape } = this.#waiting[0]!
    const { same = [], other = [] } = Object.groupBy(this.#waiting, (member) =>
      member.shape === shape ? 'same' : 'other',
    )
    const size = this.#context.sizeOf(Math.min(same.length, this.#context.sizeMax))
    this.#waiting = [...same.slice(size), ...other]
    // Processes that write the same rows lock them in the same order.
    return same.slice(0, size).sort((one, two) => (one.locks < two.locks ? -1 : 1))
  }

  async #send(batch: readonly Member[]): Promise<void> {
    const { send, isUnknown } = this.#context
    const members = batch.map(({ writes }) => writes)
    try {
      await send(members, batch[0]!.incarnation)
    } catch (error) {
      if (batch.length === 1 || isUnknown(error)) for (const { reject } of batch) reject(error)
      else await Promise.all(batch.map((member) => this.#send([member])))
      return
    }
    for (const { resolve } of batch) resolve()
  }
}
