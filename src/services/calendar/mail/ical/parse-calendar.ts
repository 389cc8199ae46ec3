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
