interface FreeBusy {
  readonly from: Temporal.Instant
  readonly to: Temporal.Instant
  readonly busy: readonly { readonly start: string; readonly end: string }[]
}

/** Busy times as iCalendar text. */
export function freeBusyText({ from, to, busy }: FreeBusy): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Almanac//Almanac Calendar//EN',
    'BEGIN:VFREEBUSY',
    `DTSTAMP:${utcText(from)}`,
    `DTSTART:${utcText(from)}`,
    `DTEND:${utcText(to)}`,
    ...busy.map(
      ({ start, end }) =>
        `FREEBUSY;FBTYPE=BUSY:${utcText(Temporal.Instant.from(start))}/${utcText(Temporal.Instant.from(end))}`,
    ),
    'END:VFREEBUSY',
    'END:VCALENDAR',
    '',
  ]
  return lines.join('\r\n')
}

/** `20260504T090000Z` */
const utcText = (instant: Temporal.Instant): string =>
  instant.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')
