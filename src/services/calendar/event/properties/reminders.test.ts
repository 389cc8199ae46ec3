import { describe, expect, it } from 'vitest'
import type { EventReminder } from '../../schemas/calendar-list-entry.ts'
import { validReminders } from './event-reminders.ts'

describe('reminders', () => {
  it('are stored in the order they are given, each once', () => {
    expect(
      validReminders([
        { method: 'popup', minutes: 10 },
        { method: 'email', minutes: 10 },
        { method: 'popup', minutes: 0 },
        { method: 'popup', minutes: 10 },
        { method: 'email', minutes: 40_320 },
      ]),
    ).toEqual([
      { method: 'popup', minutes: 10 },
      { method: 'email', minutes: 10 },
      { method: 'popup', minutes: 0 },
      { method: 'email', minutes: 40_320 },
    ])
  })

  it('by text message are skipped', () => {
    const given = [
      { method: 'sms', minutes: 5 },
      { method: 'popup', minutes: 5 },
    ]
    expect(validReminders(given)).toEqual([{ method: 'popup', minutes: 5 }])
  })

  it.each<[EventReminder, string, string]>([
    [{ minutes: 5 }, 'required', 'method'],
    [{ method: '', minutes: 5 }, 'required', 'method'],
    [{ method: 'popup' }, 'required', 'minutes'],
    [{ method: 'sms' }, 'required', 'minutes'],
    [{ method: 'popup', minutes: -1 }, 'invalid', '40320'],
    [{ method: 'popup', minutes: 40_321 }, 'invalid', '40320'],
    [{ method: 'sms', minutes: 40_321 }, 'invalid', '40320'],
    [{ method: 'alert', minutes: 5 }, 'invalid', 'method'],
    [{ method: 'Popup', minutes: 5 }, 'invalid', 'method'],
  ])('are refused for %o', (reminder, reason, message) => {
    expect(() => validReminders([reminder])).toThrow(message)
    expect(() => validReminders([reminder])).toThrow(
      expect.objectContaining({ refusals: [expect.objectContaining({ reason })] }),
    )
  })
})
