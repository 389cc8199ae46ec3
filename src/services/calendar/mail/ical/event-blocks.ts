/** What an iCalendar text says about all of its events, and the text of each of them. */
export interface EventBlocks {
  readonly isCalendar: boolean
  /** Each from its BEGIN to its END, with lines that are not folded. */
  readonly events: readonly string[]
  /** The name that a zone of the text has in the tz database, where the text says it. */
  readonly zoneNames: ReadonlyMap<string, string>
  /** The zone of times that name none. */
  readonly zone: string | undefined
}

/**
 * Takes a text apart line by line, which is all that is done with the whole of it: what is read
 * further is one event at a time.
 */
export function eventBlocks(text: string): EventBlocks {
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const events: string[] = []
  const zoneNames = new Map<string, string>()
  let isCalendar = false
  let zone: string | undefined
  let tzid = ''
  let begunAt: number | undefined
  for (const [index, line] of lines.entries()) {
    // Nothing that is looked for is long, and a long line is dear to change.
    const word = line.length > 200 ? '' : line.trim().toUpperCase()
    if (word === 'BEGIN:VCALENDAR') isCalendar = true
    else if (word === 'BEGIN:VEVENT') begunAt = index
    else if (word === 'END:VEVENT' && begunAt !== undefined) {
      events.push(lines.slice(begunAt, index + 1).join('\r\n'))
      begunAt = undefined
    } else if (begunAt === undefined) {
      if (word.startsWith('TZID:')) tzid = contentOf(line)
      else if (word.startsWith('X-LIC-LOCATION:')) zoneNames.set(tzid, contentOf(line))
      else if (word.startsWith('X-WR-TIMEZONE:')) zone = contentOf(line)
    }
  }
  return { isCalendar, events, zoneNames, zone }
}

const contentOf = (line: string): string => line.slice(line.indexOf(':') + 1).trim()
