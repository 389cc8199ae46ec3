import { propertyName } from '../component-tree.ts'

/** The parameters that state what events have of an attendee. */
const eventParameters = new Set(['CUTYPE', 'ROLE', 'PARTSTAT', 'RSVP', 'X-NUM-GUESTS'])

/**
 * The ATTENDEE lines of an event that was changed, with the parameters that a calendar program has sent and events
 * lack. The line of an attendee who has not changed stays as it was sent.
 */
export function mergedAttendees(sentLines: readonly string[], shown: readonly string[]): string[] {
  const sent = new Map(
    sentLines
      .filter((line) => propertyName(line) === 'ATTENDEE')
      .map((line) => [addressOf(line), line]),
  )
  return shown.map((line) => {
    const before = sent.get(addressOf(line))
    return before === undefined ? line : mergedLine(before, line)
  })
}

function mergedLine(sentLine: string, shown: string): string {
  const [before, after] = [parametersOf(sentLine), parametersOf(shown)]
  const isStated = (name: string) =>
    (parameterOf(before, name) ?? '') === (parameterOf(after, name) ?? '')
  if (['CUTYPE', 'ROLE', 'PARTSTAT', 'X-NUM-GUESTS'].every(isStated)) return sentLine
  const unchanged = [...before].filter(([name]) => !eventParameters.has(name) && !after.has(name))
  // A response says that the invitation was delivered and read (RFC 6638, 3.2.9).
  const isAnswered = !isStated('PARTSTAT')
  const stated = [...after].filter(([name, value]) => before.has(name) || defaults[name] !== value)
  const parameters = [...stated, ...unchanged].map(([name, value]) =>
    name === 'SCHEDULE-STATUS' && isAnswered ? `;${name}=2.0` : `;${name}=${value}`,
  )
  return `ATTENDEE${parameters.join('')}:${valueIn(shown)}`
}

const defaults: Readonly<Record<string, string>> = {
  CUTYPE: 'INDIVIDUAL',
  ROLE: 'REQ-PARTICIPANT',
  PARTSTAT: 'NEEDS-ACTION',
}

const parameterOf = (parameters: ReadonlyMap<string, string>, name: string): string | undefined =>
  parameters.get(name)?.toUpperCase() ?? defaults[name]

const headAndValue = /^([^:"]*(?:"[^"]*"[^:"]*)*):(.*)$/s

const valueIn = (line: string): string => headAndValue.exec(line)?.[2]?.trim() ?? ''

const addressOf = (line: string): string => valueIn(line).toLowerCase()

/** The parameters of a line as they are written, by their names in upper case. */
function parametersOf(line: string): ReadonlyMap<string, string> {
  const head = headAndValue.exec(line)?.[1] ?? ''
  return new Map(
    [...head.matchAll(/;([A-Z0-9-]+)=((?:"[^"]*"|[^;"])*)/gi)].map(
      ([, name = '', value = '']) => [name.toUpperCase(), value] as const,
    ),
  )
}
