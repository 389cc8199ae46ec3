const bucketMs = 900_000
const bucketsMax = 50_000

/** Offsets change only at quarters of an hour, so that one per quarter is cached. */
const offsets = new Map<string, Map<number, number>>()
let offsetsMax = 0

function offsetMs(zone: string, atMs: number): number {
  const bucket = Math.floor(atMs / bucketMs)
  const cached = offsets.get(zone)?.get(bucket)
  if (cached !== undefined) return cached
  const instant = Temporal.Instant.fromEpochMilliseconds(bucket * bucketMs)
  const offset = Math.round(instant.toZonedDateTimeISO(zone).offsetNanoseconds / 1_000_000)
  if (offsetsMax >= bucketsMax) {
    offsets.clear()
    offsetsMax = 0
  }
  offsets.getOrInsertComputed(zone, () => new Map()).set(bucket, offset)
  offsetsMax += 1
  return offset
}

/** The date of a moment in a zone, as the number YYYYMMDD. */
export const dayIn = (zone: string, atMs: number): number =>
  dayOf(Math.floor((atMs + offsetMs(zone, atMs)) / 86_400_000))

/** From days since 1970, by counting years from March in cycles of 400. */
function dayOf(epochDays: number): number {
  const shifted = epochDays + 719_468
  const cycle = Math.floor(shifted / 146_097)
  const dayOfCycle = shifted - cycle * 146_097
  const yearOfCycle = Math.floor(
    (dayOfCycle -
      Math.floor(dayOfCycle / 1_460) +
      Math.floor(dayOfCycle / 36_524) -
      Math.floor(dayOfCycle / 146_096)) /
      365,
  )
  const dayOfYear =
    dayOfCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100))
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
  return year * 10_000 + month * 100 + day
}

/** Whether the number is a valid date. */
export function isDay(number: number): boolean {
  const [year, month, day] = [
    Math.floor(number / 10_000),
    Math.floor(number / 100) % 100,
    number % 100,
  ]
  if (month < 1 || month > 12 || day < 1) return false
  return day <= Temporal.PlainYearMonth.from({ year, month }).daysInMonth
}
