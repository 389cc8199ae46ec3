import { admin, administrator } from '../wire/admin-fixture.ts'
import { CalendarEvents } from './event-bodies.ts'
import type { ServerSite } from './sites.ts'

export const roomDomain = '@resource.calendar.google.com'

/** Makes rooms that belong to an administrator, as whom their calendars are called. */
export async function roomMaker(site: ServerSite) {
  const boss = await administrator(site.place, site.server)
  const manager = await site.user({ email: boss.email })
  const room = async (wanted: object = {}): Promise<CalendarEvents> => {
    const made = await boss.post(`${admin}/resources`, { name: 'Room', ...wanted })
    if (made.status !== 200) throw new Error(`no room: ${made.status} ${made.text}`)
    return new CalendarEvents(manager, made.json.id as string)
  }
  return { boss, manager, room }
}

/** Some hours of a day in March 2031, in UTC. */
export const at = (from: number, to = from + 1, date = '2031-03-03') => ({
  start: { dateTime: `${date}T${String(from).padStart(2, '0')}:00:00Z`, timeZone: 'UTC' },
  end: { dateTime: `${date}T${String(to).padStart(2, '0')}:00:00Z`, timeZone: 'UTC' },
})
