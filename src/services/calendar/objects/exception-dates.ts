import type { Event, EventDateTime } from '../schemas/event.ts'
import { midnightIn } from '../time/civil-date.ts'
import { instantIn } from '../time/zone-offsets.ts'

/** Beyond this, dates stay in the rule, because cancelling an instance writes a row. */
const cancelledAtOnceMax = 50

/** The original starts that EXDATE lines exclude. Values that cannot be read are left out. */
export function exceptionDates(
  recurrence: readonly string[],
  start: EventDateTime | undefined,
): Set<number> {
  return new Set(
    recurrence.flatMap((line) => {
      const [, parameters = '', values = ''] = exceptionLine.exec(line.trim()) ?? []
      const zone = /;TZID="?([^";:]+)/i.exec(parameters)?.[1] ?? start?.timeZone ?? 'UTC'
      return values.split(',').flatMap((value) => originalStartIn(value, zone) ?? [])
    }),
  )
}

const exceptionLine = /^EXDATE([^:]*):(.*)$/i

function originalStartIn(value: string, zone: string): number | undefined {
  const [, year, month, day, hour, minute, second, utc = ''] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/i.exec(value.trim()) ?? []
  if (year === undefined) return undefined
  const date = `${year}-${month}-${day}`
  try {
    if (hour === undefined) return midnightIn(date)
    return instantIn(`${date}T${hour}:${minute}:${second}${utc.toUpperCase()}`, zone)
  } catch {
    return undefined
  }
}

interface Recurrences {
  readonly stored: Event
  readonly sent: Event
}

/**
 * The recurrence of a series after a calendar program has sent it. Programs exclude instances by EXDATE, also
 * those that were deleted by other means. Where the rule stays, new dates are left out, and the instances
 * are cancelled instead, as the API does.
 */
export function mergedRecurrence({ stored, sent }: Recurrences): {
  readonly recurrence: readonly string[]
} {
  const [before = [], after = []] = [stored.recurrence, sent.recurrence]
  const isSameRule =
    rulesIn(before) === rulesIn(after) && startKey(stored.start) === startKey(sent.start)
  const [storedDates, sentDates] = [
    exceptionDates(before, stored.start),
    exceptionDates(after, sent.start),
  ]
  if (!isSameRule || sentDates.difference(storedDates).size > cancelledAtOnceMax)
    return { recurrence: after }
  if (storedDates.isSubsetOf(sentDates)) return { recurrence: before }
  const zone = stored.start?.timeZone
  const isKept = (line: string) =>
    !exceptionLine.test(line.trim()) ||
    exceptionDates([line], { ...(zone && { timeZone: zone }) }).isSubsetOf(sentDates)
  return { recurrence: before.filter(isKept) }
}

const rulesIn = (recurrence: readonly string[]): string =>
  recurrence
    .map((line) => line.trim().toUpperCase())
    .filter((line) => !exceptionLine.test(line))
    .sort()
    .join('\n')

/** When and in which zone a series starts. */
function startKey(start: EventDateTime | undefined): string {
  if (start?.dateTime === undefined) return start?.date ?? ''
  const { dateTime, timeZone = 'UTC' } = start
  return `${instantIn(dateTime, timeZone)} ${timeZone}`
}
