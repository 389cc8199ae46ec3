import { base32hex } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'

/** An answered request, as those see it who have sent it. */
export interface LoggedRequest {
  /** Counts the requests of this process. */
  readonly number: number
  readonly atMs: number
  /** Whom it was answered for; nobody in particular where it is empty. */
  readonly userId: string
  readonly clientId: string
  readonly operation: string
  readonly method: string
  readonly status: number
  readonly durationMs: number
  /** Why it was refused. */
  readonly reason: string | undefined
}

export interface RequestLogLimits {
  /** Most requests that are kept of one user. */
  readonly requestLogPerUserMax: number
  /** Most requests that are kept in all; 0 keeps none. */
  readonly requestLogMax: number
}

interface Ring {
  readonly entries: LoggedRequest[]
  /** Where the next one goes once the ring is full. */
  next: number
  last: number
}

/** Of the requests that are kept, so many stay when there are too many. */
const shareKept = 0.75

/**
 * The last requests of each user that this process has answered. They are kept in memory and no
 * longer than the process lives, so that noting one costs next to nothing.
 */
export class RequestLog {
  readonly #limits: RequestLogLimits
  readonly #rings = new Map<string, Ring>()
  #kept = 0

  constructor(limits: RequestLogLimits) {
    this.#limits = limits
  }

  get isOn(): boolean {
    return this.#limits.requestLogMax > 0
  }

  note(request: LoggedRequest): void {
    let ring = this.#rings.get(request.userId)
    if (ring === undefined) {
      ring = { entries: [], next: 0, last: 0 }
      this.#rings.set(request.userId, ring)
    }
    ring.last = request.number
    if (ring.entries.length < this.#limits.requestLogPerUserMax) {
      ring.entries.push(request)
      if (++this.#kept > this.#limits.requestLogMax) this.#forgetQuietest()
      return
    }
    ring.entries[ring.next] = request
    ring.next = (ring.next + 1) % ring.entries.length
  }

  /** The last requests of a user, the newest first. */
  of(userId: string, countMax: number): LoggedRequest[] {
    return newestFirst(this.#rings.get(userId)?.entries ?? [], countMax)
  }

  /** The last requests of everybody, the newest first. */
  ofAll(countMax: number): LoggedRequest[] {
    return newestFirst(
      [...this.#rings.values()].flatMap(({ entries }) => entries),
      countMax,
    )
  }

  clear(): void {
    this.#rings.clear()
    this.#kept = 0
  }

  #forgetQuietest(): void {
    const wanted = this.#limits.requestLogMax * shareKept
    const byLast = [...this.#rings].sort(([, one], [, other]) => one.last - other.last)
    for (const [userId, { entries }] of byLast) {
      if (this.#kept <= wanted) return
      this.#rings.delete(userId)
      this.#kept -= entries.length
    }
  }
}

const newestFirst = (entries: readonly LoggedRequest[], countMax: number): LoggedRequest[] =>
  entries.toSorted((one, other) => other.number - one.number).slice(0, countMax)

const processNameLength = 6

/** Requests as their users see them; the name of the process tells them from those of others. */
export function requestViews(requests: RequestLog, randomBytes: RandomBytes) {
  const processName = base32hex(processNameLength, randomBytes)
  const shown = ({
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
      requests.of(userId, countMax).map((request) => shown({ ...request, userId: '' })),
    ofAll: (countMax: number) => requests.ofAll(countMax).map(shown),
    clear: () => requests.clear(),
  }
}
