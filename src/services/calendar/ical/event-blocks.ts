import { type ComponentTree, componentTree } from './component-tree.ts'
import { describedZones } from './described-zone.ts'

/** The events of an iCalendar text, and what applies to all of them. */
export interface EventBlocks {
  readonly isCalendar: boolean
  /** Each from BEGIN to END, unfolded. */
  readonly events: readonly string[]
  /** Resolves the zones of the text by their names, or by what the text says about them. */
  readonly zoneNamed: (tzid: string) => string | undefined
  /** The zone of floating times. */
  readonly zone: string | undefined
}

/** Splits a text into events line by line. Only single events and zones are parsed further. */
export function eventBlocks(text: string): EventBlocks {
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const events: string[] = []
  const starts: string[] = []
  const zones: ComponentTree[] = []
  let isCalendar = false
  let zone: string | undefined
  let begun: { readonly end: string; readonly index: number } | undefined
  for (const [index, line] of lines.entries()) {
    // Changing the case of long lines is expensive, and none of the keywords is long.
    const word = line.length > 200 ? '' : line.trim().toUpperCase()
    if (word === 'BEGIN:VCALENDAR') isCalendar = true
    else if (word === 'BEGIN:VEVENT') begun = { end: 'END:VEVENT', index }
    else if (word === 'BEGIN:VTIMEZONE') begun = { end: 'END:VTIMEZONE', index }
    else if (word === begun?.end) {
      const block = lines.slice(begun.index, index + 1).join('\r\n')
      const vtimezone = begun.end === 'END:VTIMEZONE' ? componentTree(block) : undefined
      if (begun.end === 'END:VEVENT') events.push(block)
      if (vtimezone !== undefined) zones.push(vtimezone)
      begun = undefined
    } else if (begun?.end === 'END:VEVENT' && /^DTSTART[;:]/.test(word))
      starts.push(contentOf(line))
    else if (begun === undefined && word.startsWith('X-WR-TIMEZONE:')) zone = contentOf(line)
  }
  return { isCalendar, events, zoneNamed: describedZones(zones, starts), zone }
}

const contentOf = (line: string): string => line.slice(line.indexOf(':') + 1).trim()
