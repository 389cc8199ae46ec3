import { base32hex } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { RecordedBodies, ShownExchange } from './recorded-bodies.ts'

/** A handled request, as users see it. */
export interface LoggedRequest {
  /** A sequential number within the process. */
  readonly number: number
  readonly atMs: number
  /** The user who called; empty if unknown. */
  readonly userId: string
  readonly clientId: string
  readonly operation: string
  readonly method: string
  readonly status: number
  readonly durationMs: number
  /** The reason of an error. */
  readonly reason: string | undefined
}

interface RequestLogLimits {
  /** The maximum number of requests per user and client. */
  readonly requestLogPerUserMax: number
  /** The maximum number of requests; 0 disables the log. */
  readonly requestLogMax: number
}

interface Ring {
  readonly userId: string
  readonly entries: LoggedRequest[]
  /** The index of the next entry once the ring buffer is full. */
  next: number
  last: number
}

/** The share of requests that remains when a full log is trimmed. */
const shareKept = 0.75

/**
 * The latest requests of each user in this process. They are in memory only, so that recording one costs
 * almost nothing. Each client of a user has its own share, so that a page that polls leaves the others alone.
 */
export class RequestLog {
  readonly #limits: RequestLogLimits
  /** By user and client. */
  readonly #rings = new Map<string, Ring>()
  #keptBytes = 0

  constructor(limits: RequestLogLimits) {
    this.#limits = limits
  }

  get isOn(): boolean {
    return this.#limits.requestLogMax > 0
  }

  note(request: LoggedRequest): void {
    const { userId, clientId } = request
    const key = `${userId} ${clientId}`
    let ring = this.#rings.get(key)
    if (ring === undefined) {
      ring = { userId, entries: [], next: 0, last: 0 }
      this.#rings.set(key, ring)
    }
    ring.last = request.number
    if (ring.entries.length < this.#limits.requestLogPerUserMax) {
      ring.entries.push(request)
      if (++this.#keptBytes > this.#limits.requestLogMax) this.#forgetQuietest()
      return
    }
    ring.entries[ring.next] = request
    ring.next = (ring.next + 1) % ring.entries.length
  }

  /** The latest requests of a user, newest first. */
  of(userId: string, countMax: number): LoggedRequest[] {
    const rings = [...this.#rings.values()].filter((ring) => ring.userId === userId)
    return newestOf(rings, countMax)
  }

  /** The latest requests of all users, newest first. */
  ofAll(countMax: number): LoggedRequest[] {
    return newestOf([...this.#rings.values()], countMax)
  }

  clear(): void {
    this.#rings.clear()
    this.#keptBytes = 0
  }

  #forgetQuietest(): void {
    const targetBytes = this.#limits.requestLogMax * shareKept
    const byLast = [...this.#rings].sort(([, one], [, other]) => one.last - other.last)
    for (const [key, { entries }] of byLast) {
      if (this.#keptBytes <= targetBytes) return
      this.#rings.delete(key)
      this.#keptBytes -= entries.length
    }
  }
}

const newestOf = (rings: readonly Ring[], countMax: number): LoggedRequest[] =>
  rings
    .flatMap(({ entries }) => entries)
    .sort((one, other) => other.number - one.number)
    .slice(0, countMax)

const processNameLength = 6

/** Requests as users see them. The id of the process distinguishes requests of different processes. */
export function requestViews(
  requests: RequestLog,
  { bodies, randomBytes }: { bodies: RecordedBodies | undefined; randomBytes: RandomBytes },
) {
  const processName = base32hex(processNameLength, randomBytes)
  const shownRequest = ({
    number,
    atMs,
    userId,
    clientId,
    reason,
    durationMs,
    ...rest
  }: LoggedRequest) => ({
    id: `${processName}-${number}`,
    time: Temporal.Instant.fromEpochMilliseconds(atMs).toString({ smallestUnit: 'millisecond' }),
    ...(userId !== '' && { userId }),
    ...rest,
    ...(reason !== undefined && { reason }),
    durationMs: Math.round(durationMs * 1000) / 1000,
    ...(clientId !== '' && { clientId }),
  })
  return {
    of: (userId: string, countMax: number) =>
      requests.of(userId, countMax).map((request) => shownRequest({ ...request, userId: '' })),
    ofAll: (countMax: number) => requests.ofAll(countMax).map(shownRequest),
    /** What a user sent and received; undefined if that is not recorded. */
    exchangeOf: (userId: string, id: string): ShownExchange | undefined => {
      const [process, number] = id.split('-')
      return process === processName ? bodies?.find(Number(number), userId) : undefined
    },
    clear: () => {
      requests.clear()
      bodies?.clear()
    },
  }
}
