import { expect, it, vi } from 'vitest'
import { calendarEvents, calendars } from '#/services/calendar/store/tables.ts'
import { type Sql, sql } from '#/storage/sql/sql.ts'
import { adHocCommand, none } from '#/storage/sql/statement.ts'
import { engines } from '../support/engines.ts'
import { rowOf } from './read-model-fixture.ts'
import { sharingAt } from './sharing-fixture.ts'

const engine = engines.find(({ kind }) => kind === 'postgres')!
const isSkipped = engine.unavailable !== undefined

const changeNumber = 7
const times = {
  isAllDay: false,
  startMs: 0,
  endMs: 1,
  startZone: 'UTC',
  endZone: 'UTC',
}

type Core = Awaited<ReturnType<typeof sharingAt>>

const run = ({ database }: Core, text: Sql) =>
  database.transaction((tx) =>
    tx.run(
      adHocCommand(() => text),
      none,
    ),
  )

/** A process that reads an event, and another one that writes it. */
async function opened() {
  const place = await engine.place()
  const [here, there] = [await sharingAt(place), await sharingAt(place)]
  const { email } = await there.newUser('ann')
  const { key: calendarKey } = (await there.calendar.calendars.find(email))!
  const put = (summary: string) =>
    there.database.transaction((tx) =>
      there.calendar.events.put(
        tx,
        rowOf({ id: 'event', times, summary }, { calendarKey, changeNumber }),
      ),
    )
  await put('First')
  const read = async () => {
    const methods = [vi.spyOn(here.database, 'all'), vi.spyOn(here.database, 'first')]
    const rows = await here.calendar.joined!.calendarWithEvent(email, 'event')
    const asked = methods.flatMap(({ mock }) => mock.calls)
    for (const method of methods) method.mockRestore()
    const count = asked.filter(([one]) => one.for('postgres').tables.has(calendars.name)).length
    return { rows, count }
  }
  return {
    here,
    there,
    put,
    read,
    async [Symbol.asyncDispose]() {
      for (const one of [here, there, place]) await one[Symbol.asyncDispose]()
    },
  }
}

it.skipIf(isSkipped)(
  'an event that is read again has the same rows, after one statement',
  async () => {
    await using site = await opened()
    const first = await site.read()
    expect(first.count).toBe(1)
    const again = await site.read()
    expect(again.count).toBe(1)
    expect(again.rows).toBe(first.rows)
  },
)

it.skipIf(isSkipped)(
  'an event is read anew after each change of its row or of its calendar',
  async () => {
    await using site = await opened()
    const change = async (write: () => Promise<unknown>) => {
      await site.read()
      await write()
      const { rows, count } = await site.read()
      expect(count).toBe(2)
      return rows
    }
    // The number stays, as it does when internal properties change.
    const [, event] = await change(() => site.put('Second'))
    expect(event!.wire).toContain('Second')
    const [calendar] = await change(() =>
      run(site.there, sql`update ${calendars} set etag = 'changed'`),
    )
    expect(calendar!.etag).toBe('changed')
    const [, deleted] = await change(() => run(site.there, sql`delete from ${calendarEvents}`))
    expect(deleted).toBeUndefined()
    await run(site.there, sql`delete from ${calendars}`)
    expect((await site.read()).rows).toEqual([undefined, undefined])
  },
)

it.skipIf(isSkipped)('no row of another incarnation of the database is used', async () => {
  await using site = await opened()
  const first = await site.read()
  await site.here.database.beginIncarnation!()
  const again = await site.read()
  expect(again.count).toBe(1)
  expect(again.rows).not.toBe(first.rows)
  expect(again.rows).toEqual(first.rows)
})
