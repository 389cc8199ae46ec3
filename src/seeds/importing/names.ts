import { resourceIdIn } from '#/services/calendar/calendar/new-ids.ts'
import type { Seed } from '../format/seed.ts'
import { SeedError } from '../seed-error.ts'

const ofCalendars = '@group.calendar.google.com'
const nameForm = /^[a-zA-Z0-9][\w.-]{0,127}$/

/** The ids of calendars and rooms by their names in the seed. */
export class SeedNames {
  /** The first user of the seed, who owns what has no other owner. */
  readonly firstUser: string
  readonly #rooms: ReadonlyMap<string, string>

  constructor({ users = [], rooms = [] }: Seed) {
    this.firstUser = users[0]?.email ?? ''
    this.#rooms = new Map(rooms.map(({ id = '' }) => [id.toLowerCase(), resourceIdIn(id) ?? id]))
  }

  /** The id of a calendar by its name: a room's address, an id as it is, or that of a new calendar. */
  calendarId(name: string, path: string): string {
    const room = this.#rooms.get(name.toLowerCase())
    if (room !== undefined) return room
    if (name.includes('@')) return name.toLowerCase()
    if (nameForm.test(name)) return `${name.toLowerCase()}${ofCalendars}`
    throw new SeedError(
      path,
      'a calendar is named by letters, digits, dots, dashes and underscores, or by its whole id.',
    )
  }
}
