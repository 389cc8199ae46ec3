import { describe, expect, it, vi } from 'vitest'
import { engines } from '../support/engines.ts'
import { rowOf } from './read-model-fixture.ts'
import { sharingAt } from './sharing-fixture.ts'

const engine = engines.find(({ kind }) => kind === 'postgres')!

type Core = Awaited<ReturnType<typeof sharingAt>>

/** Writes an event as a request does. Says how often the body ran with locks, and how often it read the calendar. */
async function write({ database, calendar: { calendars, events } }: Core, id: string, day: number) {
  const counts = { withLocks: 0, reads: 0 }
  await database.transaction(
    async (tx) => {
      if (tx.optimistic === undefined) counts.withLocks++
      const first = vi.spyOn(tx, 'first')
      const calendar = (await calendars.numbers.reserve(tx, id))!
      if (tx.optimistic !== undefined) counts.reads += first.mock.calls.length
      const { key: calendarKey, changeNumber } = calendar
      const startMs = Date.UTC(2031, 0, day)
      const times = { isAllDay: true, startMs, endMs: startMs + 86_400_000 }
      const sketch = { id: `event${day}`, times: { ...times, startZone: 'UTC', endZone: 'UTC' } }
      await events.add(tx, rowOf({ ...sketch, summary: 'A' }, { calendarKey, changeNumber }))
      await calendars.numbers.settle(tx, calendar, calendar.storedChangeNumber)
    },
    { locks: `calendar ${id}`, canConfirm: true },
  )
  return counts
}

describe('writes of a calendar by two processes in turns', {
  skip: engine.unavailable !== undefined,
}, () => {
  it('read it first instead of failing, until only one process writes', async () => {
    await using place = await engine.place()
    await using here = await sharingAt(place)
    await using there = await sharingAt(place)
    const { email } = await here.newUser('ann')
    let day = 0
    const writeAt = (core: Core) => write(core, email, ++day)

    // Nothing is known at first, then the own writes are.
    expect(await writeAt(here)).toEqual({ withLocks: 0, reads: 1 })
    expect(await writeAt(here)).toEqual({ withLocks: 0, reads: 0 })
    await writeAt(there)
    // The only one that assumes what is wrong.
    expect(await writeAt(here)).toEqual({ withLocks: 1, reads: 0 })
    await writeAt(there)
    for (let turn = 0; turn < 10; turn++) {
      expect(await writeAt(here)).toEqual({ withLocks: 0, reads: 1 })
      expect(await writeAt(there)).toEqual({ withLocks: 0, reads: 1 })
    }
    for (let turn = 0; turn < 9; turn++) {
      expect(await writeAt(here)).toEqual({ withLocks: 0, reads: 1 })
    }
    expect(await writeAt(here)).toEqual({ withLocks: 0, reads: 0 })
  })
})
