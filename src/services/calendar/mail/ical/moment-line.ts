import { civilTimeText } from '../../domain/civil-text.ts'
import { wallMsAt } from '../../domain/zone-offsets.ts'
import type { EventDateTime } from '../../schemas/event.ts'
import { contentLine } from './content-lines.ts'

/** A day, a time of UTC, or what the wall clock of the time's own zone shows. */
export function momentLine(name: string, time: EventDateTime, mailZone: string): string {
  if (time.date !== undefined) return contentLine(name, {}, 'date', time.date)
  const zone = zoneOf(time, mailZone)
  const instantMs = instantMsOf(time)
  return isUtc(zone)
    ? contentLine(name, {}, 'date-time', `${civilTimeText(instantMs)}Z`)
    : contentLine(name, { tzid: zone }, 'date-time', civilTimeText(wallMsAt(zone, instantMs)))
}

export const zoneOf = (time: EventDateTime | undefined, mailZone: string): string =>
  time?.timeZone ?? mailZone

/** Names for a zone that iCalendar writes without one. */
export const isUtc = (zone: string): boolean =>
  /^(?:Etc\/)?(?:UTC|UCT|GMT|Universal|Zulu)$/i.test(zone)

/** Of a day, its midnight in UTC. */
export const instantMsOf = ({ date, dateTime }: EventDateTime): number =>
  Temporal.Instant.from(dateTime ?? `${date}T00:00:00Z`).epochMilliseconds
