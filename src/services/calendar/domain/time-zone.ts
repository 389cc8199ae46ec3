const known = new Map<string, boolean>()
const knownMax = 2000

/** Whether the tz database of this runtime has the zone; offsets such as `+01:00` are no zones. */
export function isTimeZone(name: string): boolean {
  let isKnown = known.get(name)
  if (isKnown === undefined) {
    isKnown = /^[A-Za-z]/.test(name) && hasZone(name)
    if (known.size >= knownMax) known.clear()
    known.set(name, isKnown)
  }
  return isKnown
}

function hasZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
