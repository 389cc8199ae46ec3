import { hash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { invalidField } from '#/kernel/errors.ts'
import { propertyName, propertyValue, treeText } from '../ical/component-tree.ts'

const linesPerTurn = 5_000
const depthMax = 5

/** A feed of another server: its events as objects, each an event or a series with its exceptions. */
export interface FeedContent {
  readonly title: string | undefined
  /** The zone of times without a zone. */
  readonly zone: string | undefined
  readonly objects: readonly FeedObject[]
}

export interface FeedObject {
  /** Follows from the UID. */
  readonly name: string
  readonly text: string
}

interface OpenComponent {
  readonly name: string
  readonly lines: string[]
  readonly components: OpenComponent[]
}

/** Names of objects that come from feeds begin with this. */
export const feedObjectStart = 'feed-'

/** Attendees, alarms and visibility belong to the publisher of the feed, not to subscribers. */
const omittedProperties = new Set(['ATTENDEE', 'ORGANIZER', 'CLASS'])

/** Reads a feed, or throws if it is not a complete calendar. */
export async function feedContent(
  text: string,
  { eventsMax }: { readonly eventsMax: number },
): Promise<FeedContent> {
  const calendar = await calendarIn(text)
  const events = calendar.components.filter(({ name }) => name === 'VEVENT')
  if (events.length > eventsMax) throw invalidField(`A feed has at most ${eventsMax} events.`)
  const zones = new Map(
    calendar.components
      .filter(({ name }) => name === 'VTIMEZONE')
      .map((zone) => [propertyValue(zone, 'TZID') ?? '', zone]),
  )
  // An event without a UID cannot be recognized the next time.
  const groups = Map.groupBy(events, (event) => propertyValue(event, 'UID') ?? '')
  groups.delete('')
  return {
    title: propertyValue(calendar, 'X-WR-CALNAME'),
    zone: propertyValue(calendar, 'X-WR-TIMEZONE'),
    objects: [...groups]
      .filter(([, group]) => !group.some(isCancelled))
      .map(([uid, group]) => ({
        name: `${feedObjectStart}${hash('sha256', uid, 'base64url').slice(0, 32)}.ics`,
        text: objectText(group, zones),
      })),
  }
}

/** The text without the timestamps of the response, which many servers change with each request. */
export const comparableText = (text: string): string => text.replace(/^DTSTAMP[;:].*\r?\n/gim, '')

/** Whether an event or series as a whole is cancelled. */
const isCancelled = (event: OpenComponent): boolean =>
  propertyValue(event, 'RECURRENCE-ID') === undefined &&
  propertyValue(event, 'STATUS')?.toUpperCase() === 'CANCELLED'

/** Reads the only calendar of a text. */
async function calendarIn(text: string): Promise<OpenComponent> {
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const root: OpenComponent = { name: '', lines: [], components: [] }
  const open = [root]
  for (const [index, line] of lines.entries()) {
    if (index % linesPerTurn === 0) await turn()
    const [, word = '', name = ''] = /^(BEGIN|END):([A-Z0-9-]{1,100})\s*$/i.exec(line) ?? []
    const present = open.at(-1)!
    if (word.toUpperCase() === 'BEGIN') {
      const begun = { name: name.toUpperCase(), lines: [], components: [] }
      present.components.push(begun)
      if (open.push(begun) > depthMax) throw notCalendar()
    } else if (word !== '') {
      if (open.length === 1 || open.pop()!.name !== name.toUpperCase()) throw notCalendar()
    } else if (line.trim() !== '') present.lines.push(line)
  }
  const [calendar, ...others] = root.components
  const isOne = open.length === 1 && root.lines.length === 0 && others.length === 0
  if (!isOne || calendar?.name !== 'VCALENDAR') throw notCalendar()
  return calendar
}

const notCalendar = () => invalidField('The feed is not one complete iCalendar text.')

function objectText(
  events: readonly OpenComponent[],
  zones: ReadonlyMap<string, OpenComponent>,
): string {
  const cleaned = events.map((event) => ({
    name: 'VEVENT',
    lines: event.lines.filter((line) => !isOmitted(propertyName(line), event)),
    components: [],
  }))
  const zoneIds = new Set(
    cleaned.flatMap(({ lines }) => lines.flatMap((line) => zoneIdIn(line) ?? [])),
  )
  const calendar = {
    name: 'VCALENDAR',
    lines: ['VERSION:2.0', 'PRODID:-//Almanac//Almanac Calendar//EN'],
    components: [...zoneIds].flatMap((id) => zones.get(id) ?? []),
  }
  const components = [...calendar.components, ...cleaned]
  return `${treeText({ ...calendar, components }, { isFolded: true })}\r\n`
}

/** Subscribers cannot correct a feed that states both DTEND and DURATION. */
const isOmitted = (name: string, event: OpenComponent): boolean =>
  omittedProperties.has(name) ||
  (name === 'DURATION' && propertyValue(event, 'DTEND') !== undefined)

const zoneIdIn = (line: string): string | undefined =>
  /^[A-Z-]{1,100}(?:;[^:;="]+=(?:"[^"]*"|[^:;"]*))*?;TZID=("[^"]*"|[^:;]*)/i
    .exec(line)?.[1]
    ?.replaceAll('"', '')
