import { invalidRule } from './invalid-rule.ts'

/** A property as iCalendar writes it: `NAME;PARAMETER=value;...:VALUE`. */
export interface ContentLine {
  /** In capitals, as are the names of parameters. */
  readonly name: string
  readonly parameters: ReadonlyMap<string, string>
  readonly value: string
}

/** Long enough for all dates that may be listed to stand in one line. */
const lineLengthMax = 100_000

const linePattern = /^([A-Za-z-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:]*))*):(.+)$/
const parameterPattern = /;([A-Za-z0-9-]+)=(?:"([^"]*)"|([^";:]*))/g

/** Reads a line that may have these parameters and any that begin with `X-`. */
export function readContentLine(text: string, allowed: readonly string[]): ContentLine {
  const match = text.length > lineLengthMax ? null : linePattern.exec(text.trim())
  if (match === null) throw invalidRule()
  const [, name, parameterText, value] = match
  const parameters = new Map<string, string>()
  for (const [, parameter, quoted, plain] of parameterText!.matchAll(parameterPattern)) {
    const key = parameter!.toUpperCase()
    if (key.startsWith('X-')) continue
    if (!allowed.includes(key) || parameters.has(key)) throw invalidRule()
    parameters.set(key, quoted ?? plain!)
  }
  return { name: name!.toUpperCase(), parameters, value: value! }
}
