import type { Chrono } from 'chrono-node/en'
import { dateOf } from '#/kernel/clock.ts'
import { type FoundDays, readChronoResult } from './chrono-result.ts'

/** Finds the days that a text names, in their order. */
export type FindDays = (text: string, today: Temporal.PlainDate) => readonly FoundDays[]

/** The readers of chrono that name days; those of times and lengths guess otherwise than we do. */
const readersOfDays = new Set([
  'ENYearMonthDayParser',
  'ISOFormatParser',
  'SlashDateFormatParser',
  'ENMonthNameLittleEndianParser',
  'ENMonthNameMiddleEndianParser',
  'ENWeekdayParser',
  'ENCasualDateParser',
  'ENRelativeDateFormatParser',
])

let finder: FindDays | undefined

/** Loads chrono when it is first needed, because that takes a tenth of what a start may take. */
export async function loadDayFinder(): Promise<FindDays> {
  if (finder !== undefined) return finder
  const { casual, Chrono } = await import('chrono-node/en')
  // The package exports no handle of its readers but the names of their classes.
  const parsers = casual.parsers.filter((parser) => readersOfDays.has(parser.constructor.name))
  finder = finderWith(new Chrono({ parsers, refiners: casual.refiners }))
  return finder
}

function finderWith(chrono: Chrono): FindDays {
  return (text, today) => {
    // chrono counts in the zone of the machine, where noon exists on every day.
    const noon = today.toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' })
    const reference = { instant: dateOf(noon.epochMilliseconds), timezone: 0 }
    return chrono.parse(text, reference).flatMap((result) => readChronoResult(result) ?? [])
  }
}
