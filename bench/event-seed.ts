import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { eventAt, insertEvent } from './event-requests.ts'
import { sendLoad } from './load.ts'
import type { Place } from './place.ts'
import { sampleReply } from './sample-reply.ts'
import { adder, type Row, scattered } from './seed.ts'

const halfHourMs = 1_800_000
const idLength = 26
const connections = 16

const eventId = (index: number) => scattered(index).slice(0, idLength)

/**
 * Adds events to the primary calendar of the caller as clients do, each with times and texts of its own, and
 * gives their ids. Works on every engine; no server may be running.
 */
export async function insertEvents({ start, token }: Place, count: number): Promise<string[]> {
  await using server = await start()
  let index = 0
  const requests = () => {
    const id = eventId(index)
    return insertEvent(token, { ...eventAt(index++), id })
  }
  await sendLoad({ port: server.port, requests, count, connections })
  return Array.from({ length: count }, (_, at) => eventId(at))
}

/**
 * Fills the primary calendar of the caller with events like the one that a client adds, one every
 * half hour, and gives their ids. No server may be running.
 */
export async function seedEvents(place: Place, count: number): Promise<string[]> {
  {
    await using server = await place.start()
    await sampleReply(server.port, insertEvent(place.token))
  }
  using database = new DatabaseSync(join(place.folder, 'data', 'almanac.sqlite'))
  // Ids are in no order: with the default cache, a million of them would write most pages many times.
  database.exec('pragma cache_size = -1048576; pragma synchronous = off')
  const template = database.prepare('select * from calendar_events').get() as Row
  const add = adder(database, 'calendar_events', template)
  const wireOf = wireMaker(template)
  const ids: string[] = []
  const first = Number(template.change_number)
  database.exec('begin')
  for (let index = 1; index < count; index++) {
    const id = eventId(index)
    const changeNumber = first + index
    const startMs = Number(template.start_ms) + index * halfHourMs
    const endMs = startMs + 2 * halfHourMs
    add({
      id,
      change_number: changeNumber,
      start_ms: startMs,
      end_ms: endMs,
      wire: wireOf({ id, changeNumber, startMs, endMs }),
    })
    ids.push(id)
  }
  database
    .prepare('update calendars set change_number = ? where key = ?')
    .run(first + count, template.calendar_key as number)
  database.exec('commit; pragma wal_checkpoint(truncate)')
  return ids
}

interface SeededEvent {
  readonly id: string
  readonly changeNumber: number
  readonly startMs: number
  readonly endMs: number
}

/** Makes the text of an event from that of the template, which is faster than from an object. */
function wireMaker({ wire, id, change_number: changeNumber }: Row): (event: SeededEvent) => string {
  const text = String(wire)
  const { etag, start, end } = JSON.parse(text) as Record<'etag', string> &
    Record<'start' | 'end', { dateTime: string }>
  const timeText = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(ms).toString({ smallestUnit: 'second' })
  const etagOf = (number: number) =>
    `"${Number(etag.slice(1, -1)) - Number(changeNumber) + number}"`
  return (event) =>
    text
      .replaceAll(String(id), event.id)
      .replace(JSON.stringify(etag), JSON.stringify(etagOf(event.changeNumber)))
      .replace(
        `"start":{"dateTime":"${start.dateTime}`,
        `"start":{"dateTime":"${timeText(event.startMs)}`,
      )
      .replace(`"end":{"dateTime":"${end.dateTime}`, `"end":{"dateTime":"${timeText(event.endMs)}`)
}
