import { setImmediate as turn } from 'node:timers/promises'
import { almanacApi } from '#/contract/almanac-api.ts'
import type { TypeOf } from '#/contract/schema.ts'
import { ApiError, invalidField, limitExceeded } from '#/kernel/errors.ts'
import { timeZoneOf } from '../calendar/calendar-row.ts'
import { type EventBlocks, eventBlocks, type ParsedEvent, parseEvent } from '../ical/parse-event.ts'
import { type CalendarContext, operation } from '../operation.ts'
import { eventParams } from '../reading/event-params.ts'
import { CalendarFile, CalendarImport } from '../schemas/calendar.ts'
import { canWriteEvents } from '../scopes.ts'
import { importEvent } from '../writing/import-event.ts'

export const import_ = operation(
  {
    id: 'calendar.calendars.import',
    api: almanacApi,
    http: 'POST /calendars/{calendarId}/import',
    summary:
      'Imports the events of an iCalendar file, and updates those that were imported before.',
    params: { calendarId: eventParams.calendarId },
    body: CalendarFile,
    textTypes: ['text/calendar'],
    reply: CalendarImport,
    scopes: canWriteEvents,
    access: { calendarId: 'writerWithoutPrivateAccess' },
    audit: { object: 'calendars/{calendarId}', ownName: 'primary' },
  },
  async (context) => {
    const { body, importedEventsMax } = context
    const zone = await context.store.read(({ calendar }) => timeZoneOf(calendar))
    const blocks = eventBlocks(body.text ?? '')
    if (!blocks.isCalendar) throw invalidField('The text is not iCalendar.')
    if (blocks.events.length > importedEventsMax) {
      throw limitExceeded(`A file has at most ${importedEventsMax} events.`)
    }
    return new FileImport(context, blocks, zone).put()
  },
)

/** The number of events written concurrently, so that they can share a commit. */
const lanes = 8
const readPerTurn = 20
const problemsMax = 50

interface Component {
  readonly number: number
  readonly body: ParsedEvent
}

/** Imports the events of a file into a calendar, one by one. */
class FileImport {
  readonly #context: CalendarContext
  readonly #blocks: EventBlocks
  readonly #zone: string
  readonly #counts = { added: 0, changed: 0, unchanged: 0, skipped: 0 }
  readonly #problems: { component: number; uid?: string; summary?: string; reason: string }[] = []

  constructor(context: CalendarContext, blocks: EventBlocks, calendarZone: string) {
    this.#context = context
    this.#blocks = blocks
    this.#zone = blocks.zoneNamed(blocks.zone ?? '') ?? calendarZone
  }

  async put(): Promise<TypeOf<typeof CalendarImport>> {
    const groups = await this.#read()
    try {
      await Promise.all(Array.from({ length: lanes }, () => this.#putGroups(groups)))
    } finally {
      // An error that ends the import in one lane ends it in all.
      groups.length = 0
    }
    const problems = this.#problems
      .sort((one, other) => one.component - other.component)
      .slice(0, problemsMax)
    return { kind: 'almanac#calendarImport', ...this.#counts, problems }
  }

  /** Groups the events by iCalUID, each series before its exceptions. */
  async #read(): Promise<Component[][]> {
    const groups = new Map<string, Component[]>()
    const zones = { named: this.#blocks.zoneNamed, floating: this.#zone }
    for (const [index, text] of this.#blocks.events.entries()) {
      if (index % readPerTurn === 0) await turn()
      const number = index + 1
      try {
        const body = await parseEvent(text, zones)
        const group = groups.get(body.iCalUID) ?? []
        const isInstance = body.originalStartTime !== undefined
        if (isInstance) group.push({ number, body })
        else group.unshift({ number, body })
        groups.set(body.iCalUID, group)
      } catch (error) {
        const uid = /^UID:(.{1,1024})$/im.exec(text)?.[1]?.trim()
        this.#note(error, { component: number, ...(uid && { uid }) })
      }
    }
    return [...groups.values()].reverse()
  }

  async #putGroups(groups: Component[][]): Promise<void> {
    for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
      for (const { number, body } of group) {
        try {
          this.#counts[await this.#putOne(body)]++
        } catch (error) {
          const { iCalUID: uid, summary } = body
          this.#note(error, { component: number, uid, ...(summary !== undefined && { summary }) })
        }
      }
    }
  }

  #putOne(body: ParsedEvent): Promise<'added' | 'changed' | 'unchanged'> {
    const { store, events } = this.#context
    return store.writeEvents(async (writing) => {
      const { tx, access } = writing
      const { calendar } = access
      const before = await events.withUid(tx, calendar.key, body.iCalUID)
      const { organizer: whose, ...draft } = body
      const organizer = whose?.email === calendar.id ? undefined : whose
      const imported = { body: draft, iCalUID: body.iCalUID, organizer }
      const row = await importEvent(this.#context, writing, imported)
      const existing = before.find(({ id, presence }) => id === row.id && presence !== 'tombstone')
      if (existing === undefined) return 'added'
      return existing.changeNumber === row.changeNumber ? 'unchanged' : 'changed'
    })
  }

  /** Reports an error of an event. An error of the server ends the import. */
  #note(error: unknown, about: { component: number; uid?: string; summary?: string }): void {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    this.#counts.skipped++
    this.#problems.push({ ...about, reason: error.message })
  }
}
