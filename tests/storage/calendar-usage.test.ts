import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import type { User } from '#/contract/operation.ts'
import { silentLog } from '#/kernel/log.ts'
import { inspectCalendars } from '#/services/calendar/check.ts'
import { noInternal } from '#/services/calendar/event/internal-properties.ts'
import { StorageUsage, usageCount } from '#/services/calendar/store/storage-usage.ts'
import { calendars } from '#/services/calendar/store/tables.ts'
import { CalendarWriter, type EventChange } from '#/services/calendar/writing/calendar-writer.ts'
import { sql } from '#/storage/sql/sql.ts'
import { command, none } from '#/storage/sql/statement.ts'
import { engines } from '../support/engines.ts'
import { enqueueAll, workerFor } from './jobs-fixture.ts'
import { sharingAt } from './sharing-fixture.ts'

type Sharing = Awaited<ReturnType<typeof sharingAt>>

const eventsMax = 2_500

for (const engine of engines) {
  const skip = engine.unavailable !== undefined

  describe(`the count of what users keep on ${engine.name}`, { skip }, () => {
    it('covers all calendars that a user owns, page by page, and omits what was deleted', async () => {
      await using place = await engine.place()
      await using sharing = await sharingAt(place)
      const ann = await sharing.newUser('ann')
      await addEvents(sharing, ann, { count: 2_499, prefix: 'a' })
      await addEvents(sharing, ann, { count: 3, prefix: 'b', presence: 'tombstone' })
      await count(sharing)
      await requireRoom(sharing, ann, 1)
      await assert.rejects(requireRoom(sharing, ann, 2), { status: 403 })
      assert.deepEqual(await inspectCalendars(sharing.database), { problems: [], behind: [] })
    })

    it('is computed again for calendars that have changed', async () => {
      await using place = await engine.place()
      await using sharing = await sharingAt(place)
      const [ann, ben] = [await sharing.newUser('ann'), await sharing.newUser('ben')]
      await count(sharing)
      await addEvents(sharing, ann, { count: 2, prefix: 'a' })
      await count(sharing)
      await addEvents(sharing, ann, { count: 3, prefix: 'b' })
      await count(sharing)
      await assert.rejects(requireRoom(sharing, ann, eventsMax - 4), { status: 403 })
      await requireRoom(sharing, ben, eventsMax)
    })

    it('decides whether a user has room for a calendar that is given to them', async () => {
      await using place = await engine.place()
      await using sharing = await sharingAt(place)
      const [ann, ben] = [await sharing.newUser('ann'), await sharing.newUser('ben')]
      await addEvents(sharing, ann, { count: 5, prefix: 'a' })
      await addEvents(sharing, ben, { count: 1, prefix: 'b' })
      await count(sharing)
      const { database, clock, calendar } = sharing
      const given = (await calendar.calendars.find(ann.email))!
      const requireRoomFor = (eventsPerUserMax: number) => {
        const usage = new StorageUsage({
          clock,
          ceilings: { eventsPerUserMax, eventBytesPerUserMax: 0 },
        })
        return database.transaction((tx) => usage.requireRoomFor(tx, ben.userId, given))
      }
      await assert.rejects(requireRoomFor(5), { status: 403 })
      await requireRoomFor(6)
    })

    it('is checked against the events', async () => {
      await using place = await engine.place()
      await using sharing = await sharingAt(place)
      const ann = await sharing.newUser('ann')
      await addEvents(sharing, ann, { count: 2, prefix: 'a' })
      await count(sharing)
      await sharing.database.transaction((tx) => tx.run(falsify, none))
      const { problems } = await inspectCalendars(sharing.database)
      const [problem, ...others] = problems
      assert.match(problem!, /ann@example\.com holds 2 events of \d+ bytes; 7 of \d+ were counted/)
      assert.deepEqual(others, [])
    })
  })
}

/** Whether a process that has written nothing itself lets a user add so many events. */
function requireRoom({ database, clock }: Sharing, { userId }: User, events: number) {
  const ceilings = { eventsPerUserMax: eventsMax, eventBytesPerUserMax: 0 }
  const usage = new StorageUsage({ clock, ceilings })
  return database.transaction((tx) => usage.requireRoom(tx, userId, { events, bytes: 0 }))
}

async function count({ database, clock }: Sharing): Promise<void> {
  await using worker = workerFor({ database, clock, log: silentLog, kinds: [usageCount] })
  await enqueueAll(database, clock, [{ kind: usageCount.kind, payload: null }])
  await worker.runDue()
}

interface Added {
  readonly count: number
  readonly prefix: string
  readonly presence?: EventChange['presence']
}

async function addEvents(
  { database, calendar: { calendars, events, holders } }: Sharing,
  { email, userId }: User,
  { count: wanted, prefix, presence = 'live' }: Added,
): Promise<void> {
  await database.transaction(async (tx) => {
    const calendar = (await calendars.numbers.reserve(tx, email))!
    const writer = new CalendarWriter({ calendars, events, holders }, { tx, calendar, nowMs: 0 })
    for (let at = 0; at < wanted; at++) {
      const id = `${prefix}${String(at).padStart(5, '0')}`
      const status = presence === 'tombstone' ? 'cancelled' : 'confirmed'
      await writer.add({
        event: { id, iCalUID: `${id}@google.com`, status },
        times: { isAllDay: false, startMs: 0, endMs: 1, startZone: 'UTC', endZone: 'UTC' },
        kind: 'single',
        presence,
        creatorId: userId,
        internal: noInternal,
      })
    }
    await writer.end()
  })
}

const falsify = command<typeof none>(() => sql`update ${calendars} set counted_events = 7`)
