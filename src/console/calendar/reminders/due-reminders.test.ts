import { describe, expect, it } from 'vitest'
import { dueReminders, type ReminderLog } from './due-reminders.ts'

const startMs = Date.parse('2027-03-09T09:00:00Z')
const event = {
  id: 'one',
  start: { dateTime: '2027-03-09T09:00:00Z' },
  end: { dateTime: '2027-03-09T10:00:00Z' },
}
const key = `primary one ${startMs} 10`
const minutes = (count: number) => startMs + count * 60_000

const dueAt = (nowMs: number, log: ReminderLog = {}, part: object = {}) =>
  dueReminders(
    [
      {
        calendarId: 'primary',
        events: [{ ...event, ...part }],
        defaultReminders: [
          { method: 'popup', minutes: 10 },
          { method: 'email', minutes: 10 },
        ],
      },
    ],
    nowMs,
    log,
  ).map((each) => each.key)

describe('a reminder of ten minutes', () => {
  it.each([
    [-11, []],
    [-10, [key]],
    [-1, [key]],
    [0, []],
  ])('%i minutes from the start is due: %j', (count, keys) => {
    expect(dueAt(minutes(count))).toEqual(keys)
  })

  it('is shown once', () => {
    expect(dueAt(minutes(-9), { [key]: Number.POSITIVE_INFINITY })).toEqual([])
  })

  it('comes back after it was snoozed, until the event ends', () => {
    const log = { [key]: minutes(-2) }
    expect(dueAt(minutes(-3), log)).toEqual([])
    expect(dueAt(minutes(-2), log)).toEqual([key])
    expect(dueAt(minutes(61), log)).toEqual([])
  })

  it('is replaced by reminders of the event', () => {
    const overrides = [{ method: 'popup', minutes: 30 }]
    const reminders = { useDefault: false, overrides }
    expect(dueAt(minutes(-10), {}, { reminders })).toEqual([])
    expect(dueAt(minutes(-30), {}, { reminders })).toEqual([`primary one ${startMs} 30`])
  })

  it('is not shown for a declined event', () => {
    const attendees = [{ email: 'me@example.com', self: true, responseStatus: 'declined' }]
    expect(dueAt(minutes(-10), {}, { attendees })).toEqual([])
  })
})
