const known = new Map<string, string | undefined>()
const knownMax = 2000

/** Whether the tz database of this runtime has the zone; offsets such as `+01:00` are no zones. */
export const isTimeZone = (name: string): boolean => timeZoneNamed(name) !== undefined

/** The zone as the tz database spells it; undefined where there is none. */
export function timeZoneNamed(name: string): string | undefined {
  if (known.has(name)) return known.get(name)
  const zone = /^[A-Za-z]/.test(name) ? zoneIn(name) : undefined
  if (known.size >= knownMax) known.clear()
  known.set(name, zone)
  return zone
}

function zoneIn(name: string): string | undefined {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return new Temporal.ZonedDateTime(0n, name).timeZoneId
  } catch {
    return undefined
  }
}
