import { isDeepStrictEqual } from 'node:util'

/** An instance of the series, or all of it. */
export type Where = number | 'series'

type Guests = ReadonlyMap<string, string>

/** What is said of one instance otherwise than of the series. */
interface Exception {
  readonly summary?: string
  readonly hour?: number
  readonly guests?: Guests
  readonly isCancelled?: boolean
}

/** What an attendee has asked for on the own copy, and the organizer's series has yet to take over. */
interface Request {
  readonly where: Where
  readonly answer?: string | undefined
  readonly isLeaving?: boolean | undefined
  /** When the instance was for the attendee. */
  readonly hour: number
}

interface Copy {
  status: 'live' | 'left' | 'cancelled'
  readonly leftOriginalStarts: Set<number>
  shown: ReadonlyMap<number, Instance>
  /** When instances have been when they were last shown. */
  readonly hours: Map<number, number>
  /** In the order in which they were made. */
  requests: readonly Request[]
}

export interface Instance {
  readonly summary: string
  readonly hour: number
  readonly guests: Guests
}

/** A series of some instances with its copies as plain data; guests can be invited to single ones. */
export class ModelSeries {
  isLive = true
  #summary = 'a'
  #guests: Guests
  readonly #exceptions = new Map<number, Exception>()
  readonly #originalStarts: readonly number[]
  readonly #copies = new Map<string, Copy>()

  constructor(originalStarts: readonly number[], invited: readonly string[]) {
    this.#originalStarts = originalStarts
    this.#guests = new Map(invited.map((email) => [email, 'needsAction']))
  }

  guestsOf(where: Where): Guests {
    const own = where === 'series' ? undefined : this.#exceptions.get(where)?.guests
    return own ?? this.#guests
  }

  get hasRequests(): boolean {
    return [...this.#copies.values()].some(({ requests }) => requests.length > 0)
  }

  /** What the organizer sees. */
  get instances(): ReadonlyMap<number, Instance> {
    return this.#instancesWhere((originalStart) => this.#isThere(originalStart))
  }

  /** What an attendee sees. */
  instancesOf(email: string): ReadonlyMap<number, Instance> {
    return this.#copies.get(email)?.shown ?? new Map()
  }

  rename(where: Where, summary: string): void {
    if (where === 'series') this.#summary = summary
    else this.#except(where, { summary })
  }

  reschedule(originalStart: number, hour: number): void {
    this.#except(originalStart, { hour })
  }

  /** Whoever stays on the list keeps the response. */
  list(where: Where, invited: readonly string[]): void {
    const before = this.guestsOf(where)
    this.#putGuests(
      where,
      new Map(invited.map((email) => [email, before.get(email) ?? 'needsAction'])),
    )
  }

  cancel(where: Where, isCancelled: boolean): void {
    if (where === 'series') this.isLive = !isCancelled
    else this.#except(where, { isCancelled })
  }

  respond(email: string, where: Where, answer: string): void {
    this.#ask(email, { where, answer })
  }

  leave(email: string, where: Where): void {
    const copy = this.#copies.get(email)!
    this.#ask(email, { where, answer: 'declined', isLeaving: true })
    if (where !== 'series') copy.leftOriginalStarts.add(where)
    else Object.assign(copy, { status: 'left', shown: new Map() })
  }

  comeBack(email: string, where: Where): void {
    const copy = this.#copies.get(email)!
    const isListed = this.isLive && this.guestsOf(where).has(email)
    if (!isListed || (where !== 'series' && !this.#isThere(where))) return
    this.#ask(email, { where, isLeaving: false })
    if (where !== 'series') copy.leftOriginalStarts.delete(where)
    else if (copy.status === 'left') copy.status = 'live'
  }

  /** A reconciliation of some copies: what is asked for goes first, and a later run follows it. */
  run(emails: readonly string[]): void {
    const asks = (email: string) => (this.#copies.get(email)?.requests.length ?? 0) > 0
    const requesting = emails.filter(asks).sort()
    for (const email of emails) if (!requesting.includes(email)) this.#follow(email)
    for (const email of requesting) {
      const copy = this.#copies.get(email)!
      for (const request of copy.requests) this.#apply(email, request)
      copy.requests = []
    }
  }

  #isThere(originalStart: number): boolean {
    return this.isLive && this.#exceptions.get(originalStart)?.isCancelled !== true
  }

  #instancesWhere(isShown: (originalStart: number) => boolean): ReadonlyMap<number, Instance> {
    const instanceAt = (originalStart: number): Instance => {
      const { summary = this.#summary, hour = baseHour } = this.#exceptions.get(originalStart) ?? {}
      return { summary, hour, guests: this.guestsOf(originalStart) }
    }
    return new Map(
      this.#originalStarts
        .filter(isShown)
        .map((originalStart) => [originalStart, instanceAt(originalStart)]),
    )
  }

  /** Changes an instance, which says otherwise what differs from the series at this time. */
  #except(originalStart: number, change: Exception): void {
    const next = { ...this.#exceptions.get(originalStart), ...change }
    const { summary, guests, ...rest } = next
    this.#exceptions.set(originalStart, {
      ...rest,
      ...(summary !== undefined && summary !== this.#summary && { summary }),
      ...(guests !== undefined && !isDeepStrictEqual(guests, this.#guests) && { guests }),
    })
  }

  /** Lists of instances that differ by responses alone follow the list of the series. */
  #putGuests(where: Where, next: Guests): void {
    if (where !== 'series') {
      this.#except(where, { guests: next })
      return
    }
    const former = this.#guests
    this.#guests = next
    for (const [originalStart, { guests: own, ...exception }] of this.#exceptions) {
      if (own === undefined) continue
      const isFollowing =
        own.size === former.size && [...own.keys()].every((email) => former.has(email))
      const followed = [...next].map(([email, answer]): [string, string] => {
        const said = own.get(email)
        return [email, said !== undefined && said !== former.get(email) ? said : answer]
      })
      const guests = isFollowing ? new Map(followed) : own
      const isSame = isDeepStrictEqual(guests, next)
      this.#exceptions.set(originalStart, { ...exception, ...(!isSame && { guests }) })
    }
  }

  #ask(email: string, { where, ...part }: Omit<Request, 'hour'>): void {
    const guests = this.guestsOf(where)
    if (!this.isLive || !guests.has(email)) return
    if (where !== 'series' && !this.#isThere(where)) return
    const copy = this.#copies.get(email)!
    const waiting = copy.requests.find((request) => request.where === where)
    const isSame = part.answer === undefined || part.answer === guests.get(email)
    const isLeavingSeries = part.isLeaving === true && where === 'series'
    if (waiting === undefined && isSame && !isLeavingSeries) return
    const others = copy.requests.filter((request) => request !== waiting)
    const hour = where === 'series' ? baseHour : (copy.hours.get(where) ?? baseHour)
    copy.requests = [...others, { hour, ...waiting, ...part, where }]
  }

  #apply(email: string, { where, answer, isLeaving, hour }: Request): void {
    const guests = this.guestsOf(where)
    if (!this.isLive || !guests.has(email)) return
    if (where !== 'series' && !this.#isThere(where)) return
    const now = where === 'series' ? baseHour : (this.#exceptions.get(where)?.hour ?? baseHour)
    const response = isLeaving ? 'declined' : now === hour ? answer : undefined
    if (response !== undefined) this.#putGuests(where, new Map(guests).set(email, response))
    if (!isLeaving || where !== 'series') return
    for (const originalStart of this.#exceptions.keys()) {
      const list = this.guestsOf(originalStart)
      if (this.#isThere(originalStart) && list.has(email)) {
        this.#except(originalStart, { guests: new Map(list).set(email, 'declined') })
      }
    }
  }

  #follow(email: string): void {
    const held = this.#copies.get(email)
    const own = this.isLive ? this.#guests.get(email) : undefined
    const isAway = held?.status === 'left' && own === 'declined'
    const status = isAway ? 'left' : own === undefined ? 'cancelled' : 'live'
    const leftOriginalStarts = held?.leftOriginalStarts ?? new Set()
    const isShown = (originalStart: number) => {
      const answer = this.#isThere(originalStart)
        ? this.guestsOf(originalStart).get(email)
        : undefined
      if (answer === undefined) return false
      if (leftOriginalStarts.has(originalStart) && answer === 'declined') return false
      leftOriginalStarts.delete(originalStart)
      if (status === 'live') return true
      if (!this.#exceptions.has(originalStart)) return false
      return !isAway || answer !== 'declined' || held.shown.has(originalStart)
    }
    const shown = this.#instancesWhere(isShown)
    if (held === undefined && status !== 'live' && shown.size === 0) return
    const kept = held?.status === 'left' && status === 'cancelled' ? 'left' : status
    const hours = held?.hours ?? new Map()
    for (const [originalStart, { hour }] of shown) hours.set(originalStart, hour)
    this.#copies.set(email, { status: kept, leftOriginalStarts, shown, hours, requests: [] })
  }
}

export const baseHour = 8
