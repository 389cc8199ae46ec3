import { expect } from 'vitest'
import { HeldQueue, type HeldSite } from './held-site.ts'
import { baseHour, type Instance, ModelSeries, type Where } from './series-model.ts'

const originalStarts = [0, 1, 2]
const guestsCount = 3
const id = 'series'

type OrganizerAction =
  | { readonly act: 'rename'; readonly where: Where; readonly summary: string }
  | { readonly act: 'list'; readonly where: Where; readonly guests: readonly number[] }
  | { readonly act: 'reschedule'; readonly originalStart: number; readonly hour: number }
  | { readonly act: 'cancel' | 'restore'; readonly where: Where }

type GuestAction = { readonly guest: number; readonly where: Where } & (
  | { readonly act: 'respond'; readonly answer: string }
  | { readonly act: 'leave' | 'comeBack' }
)

/** What happens to the series of a scene; or which of the jobs that wait runs next. */
export type SeriesAction =
  | OrganizerAction
  | GuestAction
  | { readonly act: 'run'; readonly place: number; readonly isRepeated: boolean }

let scenes = 0

/** A series of an organizer, with guests of all or of single instances, and the model of it. */
export class SeriesScene {
  readonly #site: HeldSite
  readonly #queue: HeldQueue
  readonly #organizer: string
  readonly #guests: readonly string[]
  readonly #model: ModelSeries

  private constructor(held: HeldSite, name: string) {
    this.#site = held
    this.#queue = new HeldQueue(held)
    this.#organizer = `organizer.${name}@example.com`
    this.#guests = ['ann', 'bob', 'cat'].map((guestName) => `${guestName}.${name}@example.com`)
    this.#model = new ModelSeries(originalStarts, this.#guests.slice(0, guestsCount - 1))
  }

  static async open(held: HeldSite): Promise<SeriesScene> {
    const scene = new SeriesScene(held, `series${++scenes}`)
    const { directory } = held.core
    for (const email of [scene.#organizer, ...scene.#guests]) await directory.create({ email })
    const attendees = [...scene.#model.guestsOf('series').keys()].map((email) => ({ email }))
    const recurrence = [`RRULE:FREQ=WEEKLY;COUNT=${originalStarts.length}`]
    const body = { id, summary: 'a', ...hourAt(0, baseHour), recurrence, attendees }
    expect(await scene.#call(scene.#organizer, { method: 'POST', path: '', body })).toBe(200)
    return scene
  }

  async perform(each: SeriesAction): Promise<void> {
    if (each.act === 'run') return this.#run(each)
    if ('guest' in each) return this.#performAsGuest(each)
    const model = this.#model
    const organizer = this.#organizer
    const at = each.act === 'reschedule' ? each.originalStart : each.where
    const body = this.#bodyOf(each)
    const method = each.act === 'cancel' ? 'DELETE' : 'PATCH'
    // What was cancelled can only be restored.
    const isThere = at === 'series' ? model.isLive : model.instances.has(at)
    if (isThere === (each.act === 'restore') || (at !== 'series' && !model.isLive)) return
    const status = await this.#call(organizer, { method, path: pathOf(at), body })
    expect(status).toBe(200)
    if (each.act === 'rename') model.rename(each.where, each.summary)
    else if (each.act === 'list') model.list(each.where, this.#listed(each.guests))
    else if (each.act === 'reschedule') model.reschedule(each.originalStart, each.hour)
    else model.cancel(each.where, each.act === 'cancel')
  }

  #listed = (indexes: readonly number[]) => indexes.map((index) => this.#guests[index]!)

  #bodyOf(each: SeriesAction): object | undefined {
    if (each.act === 'rename') return { summary: each.summary }
    if (each.act === 'reschedule') return hourAt(each.originalStart, each.hour)
    if (each.act === 'restore') return { status: 'confirmed' }
    if (each.act !== 'list') return undefined
    const guests = this.#model.guestsOf(each.where)
    return {
      attendees: this.#listed(each.guests).map((email) => ({
        email,
        responseStatus: guests.get(email) ?? 'needsAction',
      })),
    }
  }

  async #performAsGuest(each: GuestAction): Promise<void> {
    const email = this.#guests[each.guest]!
    const path = pathOf(each.where)
    const shown = await this.#read(email, path)
    // Whether the copy is there depends on what has run.
    if (shown === undefined || (shown.status === 'cancelled') !== (each.act === 'comeBack')) return
    const { act, where } = each
    const patch = (body: object) => this.#call(email, { method: 'PATCH', path, body })
    if (act === 'respond') {
      const attendees = [{ email, responseStatus: each.answer }]
      const listed = shown.attendees as unknown as WireInstance['attendees']
      if (listed?.some((one) => one.email === email && one.responseStatus === each.answer)) return
      if ((await patch({ attendees, attendeesOmitted: true })) !== 200) return
      this.#model.respond(email, where, each.answer)
    } else if (act === 'leave') {
      if ((await this.#call(email, { method: 'DELETE', path })) !== 200) return
      this.#model.leave(email, where)
    } else {
      if ((await patch({ status: 'confirmed' })) !== 200) return
      this.#model.comeBack(email, where)
    }
  }

  async drain(places: readonly number[]): Promise<void> {
    for (let turn = 0; !this.#queue.isEmpty; turn++) {
      expect(turn).toBeLessThan(turnsMax)
      await this.#run({ place: places[turn % places.length]! })
    }
  }

  /** Every calendar shows what the model says, each instance once, and nothing is left to do. */
  async expectAgreement(): Promise<void> {
    expect(await this.#site.requestsOn(this.#guests)).toEqual([])
    expect(this.#model.hasRequests).toBe(false)
    this.#model.run(this.#guests)
    expect(await this.#shownTo(this.#organizer)).toEqual(viewOf(this.#model.instances))
    for (const email of this.#guests) {
      expect(await this.#shownTo(email)).toEqual(viewOf(this.#model.instancesOf(email)))
    }
    expect(await this.#queue.repeatAll()).toEqual([])
  }

  async #run(turn: { readonly place: number; readonly isRepeated?: boolean }): Promise<void> {
    const job = await this.#queue.runNext(turn)
    if (job !== undefined) this.#model.run(job.payload.calendarIds)
    expect(await this.#site.takeFailures()).toEqual([])
  }

  async #call(as: string, { method, path, body }: Call): Promise<number> {
    const target = `/calendar/v3/calendars/primary/events${path}`
    const { status } = await this.#site.call({ as, method, target, ...(body && { body }) })
    this.#queue.take()
    return status
  }

  async #read(as: string, path: string) {
    const target = `/calendar/v3/calendars/primary/events${path}`
    const { status, json } = await this.#site.call({ as, method: 'GET', target })
    return status === 200 ? json : undefined
  }

  async #shownTo(as: string) {
    const json = await this.#read(as, '?singleEvents=true')
    const items = json!.items as unknown as readonly WireInstance[]
    return items
      .map(({ id: instanceId, summary, start, attendees = [] }) => ({
        id: instanceId,
        summary,
        hour: Temporal.Instant.from(start.dateTime).toZonedDateTimeISO('UTC').hour,
        guests: Object.fromEntries(attendees.map((one) => [one.email, one.responseStatus])),
      }))
      .sort((one, other) => (one.id < other.id ? -1 : 1))
  }
}

const turnsMax = 1_000

interface Call {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: object | undefined
}

interface WireInstance {
  readonly id: string
  readonly summary: string
  readonly start: { readonly dateTime: string }
  readonly attendees?: readonly { readonly email: string; readonly responseStatus: string }[]
}

const dayOf = (at: number) => `2030-05-${String(6 + 7 * at).padStart(2, '0')}`
const hourText = (hour: number) => String(hour).padStart(2, '0')

const hourAt = (at: number, hour: number) => ({
  start: { dateTime: `${dayOf(at)}T${hourText(hour)}:00:00Z`, timeZone: 'UTC' },
  end: { dateTime: `${dayOf(at)}T${hourText(hour + 1)}:00:00Z`, timeZone: 'UTC' },
})

const instanceId = (at: number) =>
  `${id}_${dayOf(at).replaceAll('-', '')}T${hourText(baseHour)}0000Z`

const pathOf = (at: Where) => `/${at === 'series' ? id : instanceId(at)}`

const viewOf = (instances: ReadonlyMap<number, Instance>) =>
  [...instances].map(([at, { summary, hour, guests }]) => ({
    id: instanceId(at),
    summary,
    hour,
    guests: Object.fromEntries(guests),
  }))
