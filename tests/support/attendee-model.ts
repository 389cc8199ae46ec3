import { isDeepStrictEqual } from 'node:util'

/** What an event says to everybody; attendees may change it where the organizer allows that. */
export interface Content {
  readonly summary: string
  readonly description: string
  readonly location: string
  /** The hour at which it starts. */
  readonly hour: number
}

/** What attendees say of themselves. */
export interface Answer {
  readonly responseStatus: string
  readonly comment?: string
  readonly additionalGuests?: number
}

/** What an attendee has on the own copy for nobody else. */
export interface Personal {
  readonly colorId?: string
  readonly visibility?: string
  readonly transparency?: string
  readonly note?: string
  readonly minutes?: number
}

type Guests = ReadonlyMap<string, Answer>

interface Shared {
  readonly isLive: boolean
  readonly content: Content
  readonly guestsCanModify: boolean
  readonly guests: Guests
  /** Changes of the event are not shared with anybody. */
  readonly isPrivate: boolean
}

/** The members of groups that can be invited, by the addresses of the groups. */
type Groups = ReadonlyMap<string, readonly string[]>

/** A part of the content as it was on the copy, and as it is to be. */
interface Edit<T> {
  readonly from: T
  readonly to: T
}

/** What an attendee has asked for on the own copy, and the organizer's event has yet to take over. */
interface Request {
  /** The version of the event that the attendee has seen, and its hour. */
  readonly seen: number
  readonly hour: number
  readonly answer?: Answer
  readonly isLeaving?: boolean
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly edits: Edits
}

type Edits = { readonly [K in keyof Content]?: Edit<Content[K]> }

interface Copy {
  status: 'live' | 'left' | 'cancelled'
  content: Content
  guests: Guests
  personal: Personal
  /** The version of the event that it shows, and the calendar that this was on. */
  seen: number
  home: string
  request: Request | undefined
}

const asked: Answer = { responseStatus: 'needsAction' }

/**
 * An event with its copies as plain data: the organizer owns the content, each attendee owns the
 * response and the personal properties. What attendees ask for waits until `run` says that it is
 * taken over, and copies show what they have shown until then.
 */
export class ModelEvent {
  #shared: Shared
  #version = 1
  #contentVersion = 1
  #timesVersion = 1
  #isGone = false
  #home: string
  readonly #groups: Groups
  readonly #copies = new Map<string, Copy>()
  readonly #imports = new Set<string>()

  constructor(shared: Shared, home: string, groups: Groups) {
    this.#shared = shared
    this.#groups = groups
    this.#home = home
  }

  /** The calendar of the organizer that it is on. */
  get home(): string {
    return this.#home
  }

  get isGone(): boolean {
    return this.#isGone
  }

  get shared(): Shared {
    return this.#shared
  }

  /** What a calendar shows of the event, if it has it. */
  copyOf(email: string): Readonly<Copy> | undefined {
    return this.#copies.get(email)
  }

  get hasRequests(): boolean {
    return [...this.#copies.values()].some(({ request }) => request !== undefined)
  }

  /** The organizer changes the event; people who stay on the list keep their responses. */
  change(change: Partial<Omit<Shared, 'guests'>> & { readonly invited?: readonly string[] }): void {
    const { invited, ...rest } = change
    const { guests } = this.#shared
    const listed = invited && new Map(invited.map((email) => [email, guests.get(email) ?? asked]))
    this.#write({ ...this.#shared, ...rest, guests: listed ?? guests }, { isResponse: false })
  }

  respond(email: string, answer: Answer): void {
    this.#ask(email, { answer })
  }

  invite(email: string, added: string): void {
    this.#ask(email, { added: [added] })
  }

  remove(email: string, removed: string): void {
    this.#ask(email, { removed: [removed] })
  }

  edit(email: string, change: Partial<Content>): void {
    const copy = this.#copies.get(email)!
    const names = Object.keys(change) as (keyof Content)[]
    const edits = names.map((name) => [name, { from: copy.content[name], to: change[name] }])
    this.#ask(email, { edits: Object.fromEntries(edits) as Edits })
    copy.content = { ...copy.content, ...change }
  }

  personalize(email: string, change: Personal): void {
    const copy = this.#copies.get(email)!
    copy.personal = { ...copy.personal, ...change }
    this.#ask(email, {})
  }

  leave(email: string): void {
    const own = this.#copies.get(email)!.guests.get(email)
    this.#ask(email, { isLeaving: true, answer: { ...own, responseStatus: 'declined' } })
    this.#copies.get(email)!.status = 'left'
  }

  /** Whoever is still invited takes a deletion back, and has declined until they respond again. */
  comeBack(email: string): void {
    const copy = this.#copies.get(email)!
    if (!this.#isInvited(email)) return
    this.#ask(email, { isLeaving: false })
    copy.status = 'live'
  }

  /** Whoever is not invited any more takes the event over from elsewhere, as one of their own. */
  import(email: string): void {
    if (this.#isInvited(email)) return
    this.#copies.delete(email)
    this.#imports.add(email)
  }

  hasImport(email: string): boolean {
    return this.#imports.has(email)
  }

  /** The event has come to another calendar of the organizer, from where it is written anew. */
  move(home: string): void {
    this.#home = home
    this.#contentVersion = ++this.#version
    this.#timesVersion = this.#version
  }

  /** The calendar that the event was on is gone, and nobody can be asked for anything. */
  vanish(): void {
    this.#isGone = true
    this.#shared = { ...this.#shared, isLive: false }
  }

  /** The calendar of an attendee is gone. */
  forget(email: string): void {
    this.#copies.delete(email)
    this.#imports.delete(email)
  }

  /**
   * A reconciliation of some copies. Rooms go first, and respond by what else they show. What is asked for
   * is taken over at once; then nothing more is done, because another run follows.
   */
  run(emails: readonly string[], rooms: Rooms = noRooms): void {
    const isRoom = (email: string) => rooms.has(email)
    for (const group of [emails.filter(isRoom), emails.filter((email) => !isRoom(email))]) {
      for (const email of group) if (!this.#asks(email)) this.#follow(email, rooms.get(email))
      const requesting = group.filter((email) => this.#asks(email)).sort()
      for (const email of requesting) this.#apply(email)
      if (requesting.length > 0) return
    }
  }

  #asks(email: string): boolean {
    return !this.#isGone && this.#copies.get(email)?.request !== undefined
  }

  /** The same for the copies that were made when the event was on a calendar which is gone. */
  sweep(home: string, rooms: Rooms): void {
    const copies = [...this.#copies].filter(([, copy]) => copy.home === home)
    const emails = copies.map(([email]) => email)
    this.run(emails, rooms)
  }

  #isInvited(email: string): boolean {
    const { isLive, isPrivate, guests } = this.#shared
    const isMember = [...this.#groups].some(
      ([group, members]) => guests.has(group) && members.includes(email),
    )
    return isLive && !isPrivate && (guests.has(email) || isMember)
  }

  /** Notes what an attendee asks for, unless it is what the organizer's event says. */
  #ask(email: string, part: Partial<Request>): void {
    if (!this.#isInvited(email)) return
    const copy = this.#copies.get(email)!
    const waiting = copy.request
    const asking = joined(waiting, part)
    const hour = asking.edits.hour === undefined ? copy.content.hour : asking.edits.hour.from
    const request = { ...asking, seen: copy.seen, hour }
    const after = this.#after(email, { ...request, seen: this.#version })
    copy.guests = after.guests
    if (waiting !== undefined || !isDeepStrictEqual(after, this.#shared)) copy.request = request
  }

  #after(email: string, request: Request): Shared {
    const { seen, hour, answer, isLeaving, added, removed, edits } = request
    if (!this.#isInvited(email)) return this.#shared
    const { content, guestsCanModify } = this.#shared
    const guests = new Map(this.#shared.guests)
    // A response to times that have changed since is dropped, but whoever has left has left.
    const isCurrent = this.#timesVersion <= seen || content.hour === hour
    if (answer !== undefined && isCurrent) guests.set(email, answer)
    if (isLeaving) guests.set(email, { ...guests.get(email), responseStatus: 'declined' })
    if (guestsCanModify) for (const one of removed) guests.delete(one)
    for (const one of added) if (!guests.has(one)) guests.set(one, asked)
    const edited = Object.entries(edits).filter(
      ([name, { from }]) => guestsCanModify && content[name as keyof Content] === from,
    )
    const changes = Object.fromEntries(edited.map(([name, { to }]) => [name, to]))
    return { ...this.#shared, guests, content: { ...content, ...changes } }
  }

  #apply(email: string): void {
    const copy = this.#copies.get(email)!
    const { request } = copy
    copy.request = undefined
    this.#write(this.#after(email, request!), { isResponse: true })
  }

  #write(next: Shared, { isResponse }: { readonly isResponse: boolean }): void {
    const before = this.#shared
    if (isDeepStrictEqual(before, next)) return
    this.#shared = next
    this.#version++
    const isSameContent = isDeepStrictEqual(before.content, next.content)
    if (!isResponse || !isSameContent) this.#contentVersion = this.#version
    const isRevived = !before.isLive && next.isLive
    if (isRevived || before.content.hour !== next.content.hour) this.#timesVersion = this.#version
  }

  #follow(email: string, isFree: IsFree | undefined): void {
    const copy = this.#copies.get(email)
    if (copy !== undefined) copy.request = undefined
    if (!this.#isInvited(email)) {
      if (copy?.status === 'live') copy.status = 'cancelled'
      return
    }
    const { content, guests } = this.#shared
    // A member of a group is on the list only once they have responded.
    const own = guests.get(email)
    const isAsked = own !== undefined && own.responseStatus !== 'declined'
    if (copy?.status === 'left' && !isAsked) return
    const isLive = copy?.status === 'live'
    const isAskedAnew =
      !isLive ||
      (this.#timesVersion > copy.seen && copy.content.hour !== content.hour) ||
      !isDeepStrictEqual(copy.guests.get(email), own)
    const next = {
      personal: {},
      request: undefined,
      ...copy,
      status: 'live' as const,
      guests,
      seen: this.#version,
      home: this.#home,
      content: isLive && this.#contentVersion <= copy.seen ? copy.content : content,
    }
    this.#copies.set(email, next)
    this.#imports.delete(email)
    if (isFree !== undefined && isAskedAnew) this.#respondAsRoom(email, isFree)
  }

  /** A room has the time of an event, or it has not. */
  #respondAsRoom(email: string, isFree: IsFree): void {
    const responseStatus = isFree(this) ? 'accepted' : 'declined'
    if (this.#shared.guests.get(email)!.responseStatus !== responseStatus) {
      this.#ask(email, { answer: { responseStatus } })
    }
  }
}

/** Whether a room has the time of an event. */
type IsFree = (event: ModelEvent) => boolean
type Rooms = ReadonlyMap<string, IsFree>

const noRooms: Rooms = new Map()

/** What an attendee asks for together with what they have asked for before. */
function joined(
  waiting: Request | undefined,
  part: Partial<Request>,
): Omit<Request, 'seen' | 'hour'> {
  const before: Edits = waiting?.edits ?? {}
  const edits = Object.entries(part.edits ?? {}).map(([name, edit]) => [
    name,
    { ...edit, from: (before[name as keyof Content] ?? edit).from },
  ])
  const { added = [], removed = [] } = part
  return {
    ...waiting,
    ...part,
    edits: { ...before, ...(Object.fromEntries(edits) as Edits) },
    added: [...(waiting?.added ?? []).filter((one) => !removed.includes(one)), ...added],
    removed: [...(waiting?.removed ?? []).filter((one) => !added.includes(one)), ...removed],
  }
}
