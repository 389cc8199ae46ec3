import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { type Answer, type Content, ModelEvent, type Personal } from './attendee-model.ts'
import { HeldQueue, type HeldSite } from './held-site.ts'
import type { WireBody } from './http.ts'
import { roomDomain } from './rooms.ts'

export const guestsCount = 3

interface OnEvent {
  readonly event: number
}

interface ByGuest extends OnEvent {
  readonly guest: number
}

type OrganizerAction = OnEvent &
  (
    | { readonly act: 'change'; readonly change: Partial<Content> }
    /** Guests by their numbers; the next ones are the room, a stranger and the group. */
    | { readonly act: 'list'; readonly guests: readonly number[] }
    | { readonly act: 'allow'; readonly isAllowed: boolean }
    | { readonly act: 'cancel' | 'restore' | 'move' }
  )

type GuestAction = ByGuest &
  (
    | { readonly act: 'respond'; readonly answer: Answer }
    | { readonly act: 'invite' | 'remove'; readonly other: number }
    | { readonly act: 'edit'; readonly change: Partial<Content> }
    | { readonly act: 'personalize'; readonly personal: Personal }
    | { readonly act: 'leave' | 'comeBack' | 'import' }
  )

/** What belongs to somebody goes, with all that is on it. */
export interface Loss {
  readonly act: 'deleteDesk' | 'clearPrimary' | 'deleteGuest' | 'deleteOrganizer'
  readonly guest: number
}

/** Which of the jobs that wait runs next, and whether it will run once more. */
interface Turn {
  readonly act: 'run'
  readonly place: number
  readonly isRepeated: boolean
}

/** What happens to the events of a scene, or in it. */
export type Action = OrganizerAction | GuestAction | Loss | Turn

let scenes = 0

type Method = 'POST' | 'PATCH' | 'DELETE'

interface SceneEvent {
  readonly id: string
  readonly model: ModelEvent
  /** The key of the calendar that it was on when that was lost. */
  lostWith?: number
}

/** Two events of an organizer with three guests, one that is private, and the model of them. */
export class AttendeeScene {
  readonly #site: HeldSite
  readonly #organizer: string
  #hasOrganizer = true
  /** Another calendar of the organizer. */
  #desk: string | undefined
  readonly #guests: readonly string[]
  readonly #goneGuests = new Set<string>()
  readonly #room: string
  /** The owner of the room. */
  readonly #keeper: string
  /** The address of a group that all guests but the first are in. */
  readonly #group: string
  /** Everybody who can be invited. */
  readonly #people: readonly string[]
  readonly #events: SceneEvent[] = []
  readonly #queue: HeldQueue
  /** The calendars that are gone, or were cleared, by their keys. */
  readonly #lost = new Map<number, string>()
  /** The keys of those of them of which nothing is left, not even where events were moved to. */
  readonly #swept = new Set<number>()

  private constructor(held: HeldSite, name: string) {
    this.#site = held
    this.#queue = new HeldQueue(held)
    this.#organizer = `organizer.${name}@example.com`
    this.#guests = ['ann', 'bob', 'cat'].map((guestName) => `${guestName}.${name}@example.com`)
    this.#room = `${name}${roomDomain}`
    this.#keeper = `keeper.${name}@example.com`
    this.#group = `group.${name}@example.com`
    this.#people = [...this.#guests, this.#room, 'stranger@example.org', this.#group]
  }

  static async open(held: HeldSite): Promise<AttendeeScene> {
    const scene = new AttendeeScene(held, `scene${++scenes}`)
    const home = scene.#organizer
    const { directory, groups, calendar } = held.core
    for (const email of [home, scene.#keeper, ...scene.#guests]) await directory.create({ email })
    await calendar.resources.create({ id: scene.#room, name: 'Room', owner: scene.#keeper })
    const group = await groups.create({ email: scene.#group })
    const members = scene.#guests.slice(1)
    for (const email of members) await groups.add(group, { email })
    scene.#desk = (await scene.#call(home, 'POST', '/calendars', { summary: 'Desk' })).id!
    for (const id of ['first', 'second', 'third']) {
      const guestsInvited = scene.#guests.slice(0, id === 'first' ? guestsCount : 1)
      const invited = [...guestsInvited, scene.#room]
      const content = { summary: 'a', description: 'a', location: 'a', hour: 8 }
      const guests = new Map(invited.map((email) => [email, { responseStatus: 'needsAction' }]))
      const isPrivate = id === 'third'
      const shared = { isLive: true, content, guestsCanModify: false, guests, isPrivate }
      const attendees = invited.map((email) => ({ email }))
      const body = { id, ...wireContent(content), attendees, privateCopy: isPrivate }
      await scene.#call(home, 'POST', `/calendars/${home}/events`, body)
      const model = new ModelEvent(shared, home, new Map([[scene.#group, members]]))
      scene.#events.push({ id, model })
    }
    return scene
  }

  async perform(each: Action): Promise<void> {
    if (each.act === 'run') return this.#run(each)
    if (!('event' in each)) return this.#lose(each)
    const event = this.#events[each.event]!
    if ('guest' in each) return this.#performAsGuest(each, event)
    const { id, model } = event
    if (model.isGone) return
    const { home } = model
    const { isLive, guests } = model.shared
    if (isLive === (each.act === 'restore')) return
    const path = `/calendars/${home}/events/${id}`
    const patch = (body: object) => this.#call(this.#organizer, 'PATCH', path, body)
    if (each.act === 'cancel') {
      await this.#call(this.#organizer, 'DELETE', path)
      model.change({ isLive: false })
    } else if (each.act === 'restore') {
      await patch({ status: 'confirmed' })
      model.change({ isLive: true })
    } else if (each.act === 'allow') {
      await patch({ guestsCanModify: each.isAllowed })
      model.change({ guestsCanModify: each.isAllowed })
    } else if (each.act === 'list') {
      const invited = each.guests.map((index) => this.#people[index]!)
      await patch({ attendees: invited.map((email) => ({ email, ...guests.get(email) })) })
      model.change({ invited })
    } else if (each.act === 'move') {
      const other = home === this.#organizer ? this.#desk : this.#organizer
      // Imports of what another calendar has organized are other events.
      if (other === undefined || this.#guests.some((email) => model.hasImport(email))) return
      await this.#call(this.#organizer, 'POST', `${path}/move?destination=${other}`)
      model.move(other)
    } else if (each.act === 'change') {
      const content = { ...model.shared.content, ...each.change }
      await patch(wireContent(content))
      model.change({ content })
    }
  }

  async #performAsGuest(each: GuestAction, { id, model }: SceneEvent): Promise<void> {
    const email = this.#guests[each.guest]!
    const copy = model.copyOf(email)
    const { act } = each
    if (copy === undefined || !possible[copy.status](act)) return
    // What is left of an event whose organizer is gone is the attendee's own.
    if (copy.status !== 'live' && model.isGone) return
    await this.expectShownTo(each.guest)
    const path = `/calendars/${email}/events/${id}`
    const patch = (body: object) => this.#call(email, 'PATCH', path, body)
    if (act === 'respond') {
      if (isDeepStrictEqual(copy.guests.get(email), each.answer)) return
      await patch({ attendees: [{ email, ...each.answer }], attendeesOmitted: true })
      model.respond(email, each.answer)
    } else if (act === 'invite' || act === 'remove') {
      const other = this.#people[each.other]!
      const listed = [...copy.guests].map(([one, said]) => ({ email: one, ...said }))
      if (other === email || copy.guests.has(other) === (act === 'invite')) return
      if (act === 'invite') {
        await patch({ attendees: [...listed, { email: other }] })
        model.invite(email, other)
      } else {
        await patch({ attendees: listed.filter((attendee) => attendee.email !== other) })
        model.remove(email, other)
      }
    } else if (act === 'edit') {
      await patch(wireContent({ ...copy.content, ...each.change }))
      model.edit(email, each.change)
    } else if (act === 'personalize') {
      await patch(wirePersonal(each.personal))
      model.personalize(email, each.personal)
    } else if (act === 'leave') {
      await this.#call(email, 'DELETE', path)
      model.leave(email)
    } else if (act === 'import') {
      const organizer = { email: model.home }
      const body = { iCalUID: `${id}@google.com`, organizer, attendees: [{ email }] }
      const importing = `/calendars/${email}/events/import`
      await this.#call(email, 'POST', importing, { ...body, ...wireContent(imported) })
      model.import(email)
    } else {
      await patch({ status: 'confirmed' })
      model.comeBack(email)
    }
  }

  async #lose({ act, guest: index }: Loss): Promise<void> {
    if (act === 'deleteGuest') {
      const email = this.#guests[index]!
      if (this.#goneGuests.has(email)) return
      this.#goneGuests.add(email)
      await this.#site.core.directory.remove(email)
      for (const { model } of this.#events) model.forget(email)
      this.#queue.take()
      return
    }
    if (!this.#hasOrganizer) return
    if (act === 'deleteOrganizer') {
      for (const calendarId of this.#calendarIds) await this.#noteLoss(calendarId)
      this.#hasOrganizer = false
      this.#desk = undefined
      await this.#site.core.directory.remove(this.#organizer)
      this.#queue.take()
      return
    }
    const calendarId = act === 'deleteDesk' ? this.#desk : this.#organizer
    if (calendarId === undefined) return
    await this.#noteLoss(calendarId)
    const path = `/calendars/${calendarId}`
    if (act === 'clearPrimary') await this.#call(this.#organizer, 'POST', `${path}/clear`)
    else await this.#call(this.#organizer, 'DELETE', path)
    if (act === 'deleteDesk') this.#desk = undefined
  }

  /** The calendars of the organizer. */
  get #calendarIds(): readonly string[] {
    if (!this.#hasOrganizer) return []
    return this.#desk === undefined ? [this.#organizer] : [this.#organizer, this.#desk]
  }

  async #noteLoss(calendarId: string): Promise<void> {
    const calendar = await this.#site.core.calendar.calendars.find(calendarId)
    this.#lost.set(calendar!.key, calendarId)
    for (const event of this.#events) {
      if (event.model.isGone || event.model.home !== calendarId) continue
      event.model.vanish()
      event.lostWith = calendar!.key
    }
  }

  /** Runs everything that waits, in some order. */
  async drain(places: readonly number[]): Promise<void> {
    for (let turn = 0; !this.#queue.isEmpty; turn++) {
      expect(turn).toBeLessThan(turnsMax)
      await this.#run({ place: places[turn % places.length]! })
    }
  }

  /** The calendar of a guest shows what the model says, although jobs may be left. */
  async expectShownTo(guest: number): Promise<void> {
    const email = this.#guests[guest]!
    expect(await this.#shownTo(email, email)).toEqual(this.#modelOf(email))
  }

  /** Every calendar shows what the model says, each event once, and nothing is left to do. */
  async expectAgreement(): Promise<void> {
    const guests = [...this.#guests, this.#room].filter((email) => !this.#goneGuests.has(email))
    expect(await this.#site.requestsOn(guests)).toEqual([])
    for (const { model } of this.#events) {
      expect(model.hasRequests).toBe(false)
      model.run(guests, this.#rooms)
      expect(model.hasRequests).toBe(false)
    }
    for (const email of this.#guests.filter((one) => guests.includes(one)))
      expect(await this.#shownTo(email, email)).toEqual(this.#modelOf(email))
    expect(await this.#shownTo(this.#keeper, this.#room)).toEqual(this.#modelOf(this.#room))
    for (const calendarId of this.#calendarIds) {
      expect(await this.#shownTo(this.#organizer, calendarId)).toEqual(this.#modelOf(calendarId))
    }
    expect(await this.#queue.repeatAll()).toEqual([])
  }

  async #run(turn: { readonly place: number; readonly isRepeated?: boolean }): Promise<void> {
    const job = await this.#queue.runNext(turn)
    if (job === undefined) return
    // Where attendees have asked for something, copies are swept once that was taken over.
    const failures = await this.#site.takeFailures()
    for (const { error } of failures) expect(error).toMatch(/copies of calendar .* are left/)
    if (failures.length > 0) this.#queue.add(job)
    const { key, id, calendarIds, calendarKey } = job.payload
    if (job.kind === 'calendar.sweep') {
      const calendarId = this.#lost.get(calendarKey)
      if (calendarId !== undefined)
        for (const { model } of this.#events) model.sweep(calendarId, this.#rooms)
      if (failures.length === 0) this.#swept.add(calendarKey)
      return
    }
    const { model, lostWith } = this.#events.find((event) => event.id === id)!
    if (this.#swept.has(key) && lostWith !== key) return
    const emails = calendarIds.filter((email) => !this.#goneGuests.has(email))
    model.run(emails, this.#rooms)
  }

  /** The room is free unless it shows another event at the time, and has not declined that. */
  get #rooms() {
    const isTakenBy = (other: ModelEvent, at: number) => {
      const copy = other.copyOf(this.#room)
      const isComing = copy?.guests.get(this.#room)?.responseStatus !== 'declined'
      return copy?.status === 'live' && copy.content.hour === at && isComing
    }
    const isFree = (event: ModelEvent) =>
      !this.#events.some(
        ({ model }) => model !== event && isTakenBy(model, event.shared.content.hour),
      )
    return new Map([[this.#room, isFree]])
  }

  async #call(as: string, method: Method, path: string, body?: object): Promise<WireBody> {
    const target = `/calendar/v3${path}`
    const reply = await this.#site.call({ as, method, target, ...(body && { body }) })
    expect(reply).toMatchObject({ status: 200 })
    this.#queue.take()
    return reply.json
  }

  async #shownTo(as: string, calendarId: string): Promise<readonly unknown[]> {
    const target = `/calendar/v3/calendars/${calendarId}/events`
    const { json } = await this.#site.call({ as, method: 'GET', target })
    return json.items!.map(shownEvent).sort(byId)
  }

  /** What the model says of a calendar. */
  #modelOf(calendarId: string): readonly unknown[] {
    const shown = this.#events.flatMap(({ id, model }) => {
      const { isLive, content, guests } = model.shared
      if (model.home === calendarId) return isLive ? modelView(id, { content, guests }) : []
      if (model.hasImport(calendarId)) return { id, content: imported }
      const copy = model.copyOf(calendarId)
      return copy?.status === 'live' ? modelView(id, copy) : []
    })
    return shown.sort(byId)
  }
}

/** What an attendee has of an event from elsewhere. */
const imported: Content = { summary: 'imported', description: 'i', location: 'i', hour: 20 }

/** What attendees can do, by what has become of their copies. */
const possible = {
  live: (act: string) => act !== 'comeBack' && act !== 'import',
  left: (act: string) => act === 'comeBack' || act === 'personalize',
  cancelled: (act: string) => act === 'import',
}

const turnsMax = 1_000

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)

const moment = (at: number) => ({
  dateTime: `2030-05-04T${String(at).padStart(2, '0')}:00:00Z`,
  timeZone: 'UTC',
})

const wireContent = ({ hour: at, ...texts }: Content) => ({
  ...texts,
  start: moment(at),
  end: moment(at + 1),
})

const wirePersonal = ({ note, minutes, ...rest }: Personal) => ({
  ...rest,
  ...(note !== undefined && { extendedProperties: { private: { note } } }),
  ...(minutes !== undefined && {
    reminders: { useDefault: false, overrides: [{ method: 'popup', minutes }] },
  }),
})

interface View {
  readonly content: Content
  readonly guests: ReadonlyMap<string, object>
  readonly personal?: Personal
}

function modelView(id: string, { content, guests, personal = {} }: View) {
  const { transparency, ...rest } = personal
  const isFree = transparency === 'transparent'
  return { id, content, guests: Object.fromEntries(guests), personal: { ...rest, isFree } }
}

/** An event of the wire in the form of the model. */
function shownEvent(item: WireBody) {
  const {
    id,
    summary,
    description,
    location,
    start,
    attendees = [],
    ...rest
  } = item as unknown as Shown
  const at = Temporal.Instant.from(start.dateTime).toZonedDateTimeISO('UTC').hour
  const guests = attendees.map(
    ({
      email,
      self: _self,
      organizer: _organizer,
      displayName: _name,
      resource: _room,
      ...said
    }) => [email, said],
  )
  const { colorId, visibility, transparency, extendedProperties, reminders } = rest
  const note = extendedProperties?.private?.note
  const minutes = reminders?.overrides?.[0]?.minutes
  const content = { summary, description, location, hour: at }
  if (summary === imported.summary) return { id, content }
  return {
    id,
    content,
    guests: Object.fromEntries(guests),
    personal: {
      ...(colorId !== undefined && { colorId }),
      ...(visibility !== undefined && { visibility }),
      ...(note !== undefined && { note }),
      ...(minutes !== undefined && { minutes }),
      isFree: transparency === 'transparent',
    },
  }
}

interface Shown {
  readonly id: string
  readonly summary: string
  readonly description: string
  readonly location: string
  readonly start: { readonly dateTime: string }
  readonly attendees?: readonly Record<string, unknown>[]
  readonly colorId?: string
  readonly visibility?: string
  readonly transparency?: string
  readonly extendedProperties?: { readonly private?: { readonly note?: string } }
  readonly reminders?: { readonly overrides?: readonly { readonly minutes: number }[] }
}
