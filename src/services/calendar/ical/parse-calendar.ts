import { invalidField } from '#/kernel/errors.ts'

/** jCal (RFC 7265), the output of ical.js. */
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
/** Parsing takes more than linear time, so long lines are rejected first. */
const lineCharactersMax = 10_000

/** Parses a text with one calendar, without evaluating zones and recurrences. */
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

/** Loaded when it is needed first. Importing it again for each text would take as long as parsing. */
let parser: Promise<typeof import('ical.js')> | undefined

async function parsedText(text: string): Promise<unknown> {
  parser ??= import('ical.js')
  const { default: ICAL } = await parser
  try {
    return ICAL.parse(text)
  } catch {
    // The parser's message quotes the text, so it isn't repeated.
    throw invalidField('The text is not iCalendar.')
  }
}

export const propertiesOf = (
  [, properties]: JcalComponent,
  name: string,
): readonly JcalProperty[] => properties.filter(([propertyName]) => propertyName === name)

/** The first value of a property, if it is a text. */
export function textOf(component: JcalComponent, name: string): string | undefined {
  const value = propertiesOf(component, name)[0]?.[3]
  return typeof value === 'string' ? value : undefined
}

/** The events of an iCalendar text, and what applies to all of them. */
export interface EventBlocks {
  readonly isCalendar: boolean
  /** Each from BEGIN to END, unfolded. */
  readonly events: readonly string[]
  /** IANA names of the zones that the text defines. */
  readonly zoneNames: ReadonlyMap<string, string>
  /** The zone of floating times. */
  readonly zone: string | undefined
}

/** Splits a text into events line by line. Only single events are parsed further. */
export function eventBlocks(text: string): EventBlocks {
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const events: string[] = []
  const zoneNames = new Map<string, string>()
  let isCalendar = false
  let zone: string | undefined
  let tzid = ''
  let begunAt: number | undefined
  for (const [index, line] of lines.entries()) {
    // Changing the case of long lines is expensive, and none of the keywords is long.
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
