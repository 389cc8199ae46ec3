import { invalidField } from '#/kernel/errors.ts'

/** The forms of jCal (RFC 7265) that ical.js reads iCalendar into. */
export type JcalComponent = readonly [
  name: string,
  properties: readonly JcalProperty[],
  components: readonly JcalComponent[],
]

export type JcalProperty = readonly [
  name: string,
  parameters: Readonly<Record<string, unknown>>,
  type: string,
  ...values: unknown[],
]

const charactersMax = 256 * 1024
/** Reading a line takes longer than its length, so that long ones are refused unread. */
const lineCharactersMax = 10_000

/** Reads the one calendar that a text holds. Nothing in it is computed: not a zone, not a series. */
export async function parseCalendar(text: string): Promise<JcalComponent> {
  if (text.length > charactersMax) {
    throw invalidField(`An iCalendar text has at most ${charactersMax} characters.`)
  }
  const unfolded = text.replace(/\r?\n[ \t]/g, '')
  if (unfolded.split('\n').some(({ length }) => length > lineCharactersMax)) {
    throw invalidField(`A line of iCalendar has at most ${lineCharactersMax} characters.`)
  }
  const parsed = await parsedText(unfolded)
  const isCalendar = Array.isArray(parsed) && parsed[0] === 'vcalendar' && parsed.length === 3
  if (!isCalendar) throw invalidField('The text is not one iCalendar object.')
  return parsed as unknown as JcalComponent
}

async function parsedText(text: string): Promise<unknown> {
  const { default: ICAL } = await import('ical.js')
  try {
    return ICAL.parse(text)
  } catch {
    // The parser's words quote the text, whatever is in it.
    throw invalidField('The text is not iCalendar.')
  }
}

export const propertiesOf = (
  [, properties]: JcalComponent,
  name: string,
): readonly JcalProperty[] => properties.filter(([given]) => given === name)

/** The first value of a property, where it is a text. */
export function textOf(component: JcalComponent, name: string): string | undefined {
  const value = propertiesOf(component, name)[0]?.[3]
  return typeof value === 'string' ? value : undefined
}

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
