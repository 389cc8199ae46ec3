import { describe, expect, it } from 'vitest'
import type { InternalProperties } from '#/services/calendar/event/internal-properties.ts'
import { CalendarWriter } from '#/services/calendar/writing/calendar-writer.ts'
import { engines } from '../support/engines.ts'
import { sharingAt } from './sharing-fixture.ts'

const engine = engines.find(({ kind }) => kind === 'sqlite')!
const id = 'event1'

describe('the change numbers of content and times', () => {
  it('are stored while an event may have attendee copies, and removed once it is known to have none', async () => {
    await using place = await engine.place()
    await using sharing = await sharingAt(place)
    const { email, userId } = await sharing.newUser('ann')
    const { calendars, events, holders } = sharing.calendar
    const organizer = { email, self: true }
    const event = { id, organizer, attendees: [{ email: 'ben@elsewhere.test' }] }
    const writtenInternal = (internal: InternalProperties) =>
      sharing.database.transaction(async (tx) => {
        const calendar = (await calendars.numbers.reserve(tx, email))!
        const writer = new CalendarWriter(
          { calendars, events, holders },
          { tx, calendar, nowMs: 0 },
        )
        const { internal: text } = writer.numberedRow({
          event,
          before: { ...event, etag: '"3000000000000007"' },
          times: { isAllDay: false, startMs: 0, endMs: 1, startZone: 'UTC', endZone: 'UTC' },
          kind: 'single',
          presence: 'live',
          creatorId: userId,
          internal,
        })
        await holders.find(tx, { calendarKey: calendar.key, id })
        return text
      })
    expect(await writtenInternal({})).toBe('{"timesAt":7}')
    expect(await writtenInternal({ timesAt: 7, contentAt: 7 })).toBe('')
    expect(await writtenInternal({ timesAt: 7, hasLeft: true })).toBe('{"hasLeft":true}')
  })
})
