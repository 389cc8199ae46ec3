/**
 * Zones by the abbreviations that people write after a time. A zone follows its own summer time
 * whichever abbreviation is used: "3pm PST" in July is three o'clock on the clocks of that coast.
 */
const zonesByAbbreviation: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'UTC GMT Z': 'UTC',
    'PST PDT PT': 'America/Los_Angeles',
    'MST MDT MT': 'America/Denver',
    'CST CDT CT': 'America/Chicago',
    'EST EDT ET': 'America/New_York',
    'AST ADT': 'America/Halifax',
    'AKST AKDT': 'America/Anchorage',
    HST: 'Pacific/Honolulu',
    BRT: 'America/Sao_Paulo',
    BST: 'Europe/London',
    'WET WEST': 'Europe/Lisbon',
    'CET CEST': 'Europe/Berlin',
    'EET EEST': 'Europe/Athens',
    MSK: 'Europe/Moscow',
    SAST: 'Africa/Johannesburg',
    IST: 'Asia/Kolkata',
    SGT: 'Asia/Singapore',
    HKT: 'Asia/Hong_Kong',
    JST: 'Asia/Tokyo',
    KST: 'Asia/Seoul',
    AWST: 'Australia/Perth',
    'ACST ACDT': 'Australia/Adelaide',
    'AEST AEDT': 'Australia/Sydney',
    'NZST NZDT': 'Pacific/Auckland',
    PACIFIC: 'America/Los_Angeles',
    MOUNTAIN: 'America/Denver',
    CENTRAL: 'America/Chicago',
    CENTRAL_EUROPEAN: 'Europe/Berlin',
    EASTERN: 'America/New_York',
  }).flatMap(([names, zone]) => names.split(' ').map((name) => [name, zone])),
)

// Most abbreviations have to be in capitals, since some are words or parts of names.
const inCapitals = [...zonesByAbbreviation.keys()].join('|')

/** Names a zone: `PST`, `Eastern time`, `UTC+2`. The regular expression around it ignores case. */
export const zonePattern =
  '(?:(?:UTC|GMT)(?:[+-](?:1[0-4]|0?\\d)(?!:?\\d))?(?![+-]\\d)' +
  '|(?:Pacific|Mountain|Central(?:\\s+European)?|Eastern)(?:\\s+(?:(?:standard|daylight|summer)\\s+)?time)?' +
  `|[PMCE][SD]T|CES?T|(?-i:${inCapitals}))\\b`

/** The zone that the words name, which match the pattern. */
export function zoneNamed(words: string): string | undefined {
  const offset = /^(?:UTC|GMT)([+-])(\d+)$/i.exec(words)
  if (offset !== null) return fixedZone(offset[1]!, Number(offset[2]))
  const name = words.replace(/\s+(?:(?:standard|daylight|summer)\s+)?time$/i, '')
  return zonesByAbbreviation.get(name.replace(/\s+/, '_').toUpperCase())
}

const hoursWestMax = 12

/** In the names of these zones the sign is the other way round. */
function fixedZone(sign: string, hours: number): string | undefined {
  if (hours === 0) return 'UTC'
  if (sign === '-') return hours > hoursWestMax ? undefined : `Etc/GMT+${hours}`
  return `Etc/GMT-${hours}`
}
