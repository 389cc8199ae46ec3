import { describe, expect, it, vi } from 'vitest'
import type { Stored } from '#/contract/answer.ts'
import { list } from '#/services/calendar/events/list.ts'
import { calendarContext } from '#/services/calendar/operation.ts'
import { until } from '../support/calling.ts'
import { engines } from '../support/engines.ts'
import { isOnCluster } from '../support/postgres-databases.ts'
import { type EventSketch, rowOf } from './read-model-fixture.ts'
import { sharingAt } from './sharing-fixture.ts'

const hourMs = 3_600_000
const startMs = Date.parse('2031-03-01T00:00:00Z')
const window = { timeMin: '2031-03-01T00:00:00Z', timeMax: '2031-04-01T00:00:00Z' }

const lists = {
  'all events': {},
  'events of a window': window,
  'instances of a window': { ...window, singleEvents: true, orderBy: 'startTime' },
}

const eventAt = (index: number, summary: string): EventSketch => ({
  id: `event${index}`,
  times: {
    isAllDay: false,
    startMs: startMs + index * hourMs,
    endMs: startMs + (index + 1) * hourMs,
    startZone: 'UTC',
    endZone: 'UTC',
  },
  summary,
})

type Core = Awaited<ReturnType<typeof sharingAt>>

/** Writes an event of a calendar as a request does. */
const write = (
  { database, calendar: { calendars, events } }: Core,
  id: string,
  event: EventSketch,
) =>
  database.transaction(async (tx) => {
    const calendar = (await calendars.numbers.reserve(tx, id))!
    const { key: calendarKey, changeNumber } = calendar
    await events.put(tx, rowOf(event, { calendarKey, changeNumber }))
    await calendars.numbers.settle(tx, calendar)
  })

describe.each(engines.map((engine) => [engine.name, engine] as const))(
  'a list of a calendar in the read model on %s',
  (_, engine) => {
    // An embedded database caches the calendar; a server is asked for it and its number, and in a cluster
    // another server for the calendar list.
    const toCheckAccess = engine.kind === 'sqlite' ? 0 : isOnCluster ? 2 : 1

    it.skipIf(engine.unavailable !== undefined).each(Object.entries(lists))(
      'needs no statement but the access check, and one more after changes elsewhere: %s',
      async (_, params) => {
        await using place = await engine.place()
        await using core = await sharingAt(place)
        const caller = await core.newUser('ann')
        const { calendar, database } = core
        const context = calendarContext({ ...calendar, externalMail: undefined as never })
        const call = {
          params: { calendarId: caller.email, ...params },
          body: undefined,
          caller: { ...caller, scopes: new Set(['https://www.googleapis.com/auth/calendar']) },
          requireMatch: () => {},
          origin: () => 'https://x.org',
        }
        const listed = async () => {
          const reads = [vi.spyOn(database, 'all'), vi.spyOn(database, 'first')]
          const answer = (await list.handler(
            context(call, list.contract) as never,
          )) as Stored<unknown>
          const count = reads.reduce((sum, { mock }) => sum + mock.calls.length, 0)
          for (const read of reads) read.mockRestore()
          return { count, text: answer.json }
        }
        for (let index = 0; index < 100; index++)
          await write(core, caller.email, eventAt(index, 'A'))
        await until(listed, ({ count }) => count === toCheckAccess)

        await write(core, caller.email, eventAt(3, 'Written here'))
        const afterOwnWrite = await listed()
        expect(afterOwnWrite.text).toContain('Written here')
        expect(afterOwnWrite.count).toBe(toCheckAccess)

        if (engine.isForOneProcess !== undefined) return
        await using other = await sharingAt(place)
        await write(other, caller.email, eventAt(4, 'Written elsewhere'))
        const afterOtherWrite = await listed()
        expect(afterOtherWrite.text).toContain('Written elsewhere')
        expect(afterOtherWrite.count).toBe(toCheckAccess + 1)
        expect((await listed()).count).toBe(toCheckAccess)
      },
    )
  },
)
