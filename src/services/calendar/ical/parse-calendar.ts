import { invalidField } from '#/kernel/errors.ts'
import { OnDemand } from '#/kernel/process/on-demand.ts'

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
/** Parsing parameters takes more than linear time, so long lines are rejected first. */
const lineCharactersMax = 10_000
/** Descriptions are often longer. */
const isDescription = /^DESCRIPTION(?:;[^:"]{0,1000})?:/i

/** Parses a text with one calendar, without evaluating zones and recurrences. */
export async function parseCalendar(text: string): Promise<JcalComponent> {
  if (text.length > charactersMax) {
    throw invalidField(`An iCalendar text has at most ${charactersMax} characters.`)
  }
  const unfolded = text.replace(/\r?\n[ \t]/g, '')
  const isTooLong = (line: string) => line.length > lineCharactersMax && !isDescription.test(line)
  if (unfolded.split('\n').some(isTooLong)) {
    throw invalidField(`A line of iCalendar has at most ${lineCharactersMax} characters.`)
  }
  const parsed = await parsedText(unfolded)
  const isCalendar = Array.isArray(parsed) && parsed[0] === 'vcalendar' && parsed.length === 3
  if (!isCalendar) throw invalidField('The text is not one iCalendar object.')
  return parsed as unknown as JcalComponent
}

/** Loaded when it is needed first. Importing it again for each text would take as long as parsing. */
const parser = new OnDemand(() => import('ical.js'))

async function parsedText(text: string): Promise<unknown> {
  const { default: ICAL } = await parser.get()
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
