import { storedLine } from './content-lines.ts'
import { isUtc } from './moment-line.ts'

/**
 * The lines of a series as they are kept. Listed times may lack what only the series says: the zone
 * they are in, or that they are whole days. Of a series of whole days the zone is undefined.
 */
export const recurrenceLines = (stored: readonly string[], zone: string | undefined): string[] =>
  stored.map((text) => storedLine(spelledOut(text.trim(), zone)))

function spelledOut(text: string, zone: string | undefined): string {
  const [, name, parameters, values] =
    /^(RDATE|EXDATE)((?:;[^:;"]*(?:"[^"]*")?)*):(.*)$/i.exec(text) ?? []
  if (values === undefined) return text
  const says = (parameter: string) => new RegExp(`;${parameter}=`, 'i').test(parameters!)
  if (/^[\d,]+$/.test(values) && !says('VALUE')) return `${name};VALUE=DATE${parameters}:${values}`
  const isFloating = /T\d{6}(?!Z)/i.test(values) && !says('TZID')
  if (!isFloating || zone === undefined) return text
  return isUtc(zone)
    ? `${name}${parameters}:${values.replace(/(T\d{6})(?!Z)/gi, '$1Z')}`
    : `${name}${parameters};TZID=${zone}:${values}`
}

/** The zones that listed times name. */
export const zonesIn = (stored: readonly string[]): string[] =>
  stored.flatMap((text) => /^[^:]*;TZID="?([^":;]+)/i.exec(text)?.[1] ?? [])
