import type { DavCall } from './dav-call.ts'

interface BusyTimes {
  readonly from: Temporal.Instant
  readonly to: Temporal.Instant
  /** By calendar; undefined for calendars that the caller may not ask for. */
  readonly busy: ReadonlyMap<string, readonly BusyTime[] | undefined>
}

interface BusyTime {
  readonly start: string
  readonly end: string
}

/** When calendars are busy, as far as the caller may know. */
export async function busyTimesOf(
  call: DavCall,
  ids: readonly string[],
  range: { readonly fromMs: number; readonly toMs: number },
): Promise<BusyTimes> {
  const from = Temporal.Instant.fromEpochMilliseconds(range.fromMs)
  const to = Temporal.Instant.fromEpochMilliseconds(range.toMs)
  const items = ids.map((id) => ({ id }))
  const body = { timeMin: from.toString(), timeMax: to.toString(), items }
  const reply = await call.call('POST', '/freeBusy', { body })
  const calendars = reply.calendars as Record<
    string,
    { readonly busy?: readonly BusyTime[]; readonly errors?: readonly unknown[] }
  >
  const busyOf = (id: string) =>
    calendars[id]?.errors === undefined ? calendars[id]?.busy : undefined
  return { from, to, busy: new Map(ids.map((id) => [id, busyOf(id)])) }
}

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
    ...busy.map(({ start, end }) => {
      const [first, last] = [Temporal.Instant.from(start), Temporal.Instant.from(end)]
      return `FREEBUSY;FBTYPE=BUSY:${utcText(first)}/${utcText(last)}`
    }),
    'END:VFREEBUSY',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

/** `20260504T090000Z` */
const utcText = (instant: Temporal.Instant): string =>
  instant.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')
