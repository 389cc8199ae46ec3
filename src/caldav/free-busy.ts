import { ApiError } from '#/kernel/errors.ts'
import type { DavCall } from './dav-call.ts'
import { type Span, spansWithout } from './spans.ts'

interface BusyTimes {
  readonly from: Temporal.Instant
  readonly to: Temporal.Instant
  /** By calendar; undefined for calendars that the caller may not ask for. */
  readonly busy: ReadonlyMap<string, readonly BusyTime[] | undefined>
}

interface BusyTime extends Span {
  /** Whether only tentative events take the time (RFC 4791, 7.10). */
  readonly isTentative: boolean
}

/** When calendars are busy, as far as the caller may know. */
export async function busyTimesOf(
  call: DavCall,
  ids: readonly string[],
  range: Span,
): Promise<BusyTimes> {
  const [from, to] = [range.fromMs, range.toMs].map(Temporal.Instant.fromEpochMilliseconds) as [
    Temporal.Instant,
    Temporal.Instant,
  ]
  const items = ids.map((id) => ({ id }))
  const body = { timeMin: from.toString(), timeMax: to.toString(), items }
  const reply = await call.call('POST', '/freeBusy', { body })
  const calendars = reply.calendars as Record<
    string,
    { readonly busy?: readonly Period[]; readonly errors?: readonly unknown[] }
  >
  const busy = new Map<string, readonly BusyTime[] | undefined>()
  for (const id of ids) {
    const { busy: periods = [], errors } = calendars[id] ?? { errors: [] }
    const spans = periods.map((period) => spanOf(period, 'UTC'))
    busy.set(
      id,
      errors === undefined ? await withTentative(call, { id, spans, from, to }) : undefined,
    )
  }
  return { from, to, busy }
}

interface Period {
  readonly start: string
  readonly end: string
}

interface BusyCalendar extends Pick<BusyTimes, 'from' | 'to'> {
  readonly id: string
  readonly spans: readonly Span[]
}

/** The busy times of the API do not tell tentative events apart, so that these are looked up. */
async function withTentative(
  call: DavCall,
  { spans, ...calendar }: BusyCalendar,
): Promise<BusyTime[]> {
  const { tentative, others } =
    spans.length === 0 ? unknown : await eventSpans(call, calendar).catch(ignoreRefusal)
  const isOnlyTentative = spansWithout(tentative, others)
  const busy = spansWithout(spans, isOnlyTentative)
  const rest = spansWithout(spans, busy)
  return [
    ...busy.map((span) => ({ ...span, isTentative: false })),
    ...rest.map((span) => ({ ...span, isTentative: true })),
  ].sort((one, other) => one.fromMs - other.fromMs)
}

interface EventSpans {
  readonly tentative: readonly Span[]
  readonly others: readonly Span[]
}

const unknown: EventSpans = { tentative: [], others: [] }

/** Some scopes allow to read busy times and no events. */
function ignoreRefusal(error: unknown): EventSpans {
  if (!(error instanceof ApiError) || error.status !== 403) throw error
  return unknown
}

const eventsPerPage = 2_500
/** Calendars with more events in a range are busy without distinction. */
const pagesMax = 4

interface ListedEvent {
  readonly status?: string
  readonly transparency?: string
  readonly start: ListedTime
  readonly end: ListedTime
}

interface ListedTime {
  readonly date?: string
  readonly dateTime?: string
}

/** When the tentative events and the other events of a calendar take place. */
async function eventSpans(
  call: DavCall,
  { id, from, to }: Omit<BusyCalendar, 'spans'>,
): Promise<EventSpans> {
  const events: ListedEvent[] = []
  const query = new URLSearchParams({
    singleEvents: 'true',
    timeMin: from.toString(),
    timeMax: to.toString(),
    maxResults: String(eventsPerPage),
  })
  for (let page = 0; page < pagesMax; page++) {
    const reply = await call.call('GET', `/calendars/${encodeURIComponent(id)}/events?${query}`)
    events.push(...(reply.items as readonly ListedEvent[]))
    const { nextPageToken, timeZone } = reply as { nextPageToken?: string; timeZone: string }
    if (nextPageToken === undefined) {
      const opaque = events.filter(({ transparency }) => transparency !== 'transparent')
      const [tentative, others] = [true, false].map((isTentative) =>
        opaque
          .filter(({ status }) => (status === 'tentative') === isTentative)
          .map(({ start, end }) => spanOf({ start: textOf(start), end: textOf(end) }, timeZone)),
      ) as [Span[], Span[]]
      return { tentative, others }
    }
    query.set('pageToken', nextPageToken)
  }
  return unknown
}

const textOf = ({ date, dateTime }: ListedTime): string => dateTime ?? date ?? ''

/** The zone is that of whole days. */
const spanOf = ({ start, end }: Period, zone: string): Span => ({
  fromMs: msOf(start, zone),
  toMs: msOf(end, zone),
})

const msOf = (text: string, zone: string): number =>
  text.includes('T')
    ? Temporal.Instant.from(text).epochMilliseconds
    : Temporal.PlainDate.from(text).toZonedDateTime(zone).epochMilliseconds

/** Busy times as iCalendar text, with further lines of the calendar and of the component. */
export function freeBusyText(
  { from, to }: Pick<BusyTimes, 'from' | 'to'>,
  busy: readonly BusyTime[],
  lines: { readonly calendar?: readonly string[]; readonly component?: readonly string[] } = {},
): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Almanac//Almanac Calendar//EN',
    ...(lines.calendar ?? []),
    'BEGIN:VFREEBUSY',
    `DTSTAMP:${utcText(from)}`,
    `DTSTART:${utcText(from)}`,
    `DTEND:${utcText(to)}`,
    ...(lines.component ?? []),
    ...busy.map(({ fromMs, toMs, isTentative }) => {
      const [first, last] = [fromMs, toMs].map(Temporal.Instant.fromEpochMilliseconds)
      const type = isTentative ? 'BUSY-TENTATIVE' : 'BUSY'
      return `FREEBUSY;FBTYPE=${type}:${utcText(first!)}/${utcText(last!)}`
    }),
    'END:VFREEBUSY',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

/** `20260504T090000Z` */
const utcText = (instant: Temporal.Instant): string =>
  instant.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')
