import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { callerEmail, type Place } from './place.ts'

export type Row = Record<string, SQLInputValue>

const callerCalendars = 1_000
const calendarsPerUser = 100

/**
 * Fills a database with copies of the caller's primary calendar, most of them of other users, and
 * gives the ids of those that are the caller's: spread evenly over all. No server may be running.
 */
export function seedCalendars(place: Place, count: number): string[] {
  using database = new DatabaseSync(join(place.folder, 'data', 'almanac.sqlite'))
  const user = database.prepare('select * from users where email = ?').get(callerEmail) as Row
  const calendar = database
    .prepare('select * from calendars where owner_id = ?')
    .get(user.id as string) as Row
  const addUser = adder(database, 'users', user)
  const addCalendar = adder(database, 'calendars', calendar)
  const ids: string[] = []
  let ownerId = user.id as string
  database.exec('begin')
  for (let index = 0; index < count; index++) {
    if (index % calendarsPerUser === 0) {
      ownerId = `bench${index}`
      addUser({ id: ownerId, email: `${ownerId}@almanac.test` })
    }
    const isCallers = index % Math.ceil(count / callerCalendars) === 0
    const id = `c_${scattered(index)}@group.calendar.google.com`
    addCalendar({
      id,
      key: index + 1,
      owner_id: isCallers ? (user.id as string) : ownerId,
      is_primary: 0,
      wire: String(calendar.wire).replaceAll(callerEmail, id),
    })
    if (isCallers) ids.push(id)
  }
  database.exec('commit; pragma wal_checkpoint(truncate)')
  return ids
}

/** Adds rows that differ from a template in what is given. */
export function adder(
  database: DatabaseSync,
  table: string,
  template: Row,
): (differing: Row) => void {
  const names = Object.keys(template)
  const add = database.prepare(
    `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
  )
  return (differing) => {
    add.run(...names.map((name) => (name in differing ? differing : template)[name]!))
  }
}

/** As long as a real id, and in no order, as real ids are; the same in every run. */
export function scattered(index: number): string {
  const mixed = Math.imul(index + 1, 0x9e37_79b1) >>> 0
  return mixed.toString(16).padStart(8, '0').repeat(7).slice(0, 52)
}
