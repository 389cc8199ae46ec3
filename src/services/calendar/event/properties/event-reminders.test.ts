import { describe, expect, it } from 'vitest'
import type { Patch } from '#/contract/schema.ts'
import {
  eventContext,
  expectRefused,
  hour,
  stored,
} from '../../../../../tests/support/event-drafts.ts'
import type { EventReminder } from '../../schemas/calendar-list-entry.ts'
import type { Event } from '../../schemas/event.ts'
import { draftForInsert, draftForPatch } from '../event-draft.ts'
import { validReminders } from './event-reminders.ts'

const context = eventContext()

const inserted = (body: Event, where = context) => draftForInsert({ ...hour, ...body }, where)

const patched = (body: Event, patch: Patch<Event>, where = context) =>
  draftForPatch(stored(inserted(body)), patch, where)

const popup = (minutes: number) => ({ method: 'popup', minutes })

describe('the reminders of an event', () => {
  it.each<[Event['reminders'], string]>([
    [{ useDefault: true, overrides: [popup(5)] }, 'cannotUseDefaultRemindersAndSpecifyOverride'],
    [
      { useDefault: false, overrides: [1, 2, 3, 4, 5, 6].map(popup) },
      'eventRemindersCountExceedsLimit',
    ],
    [{ overrides: [popup(40_321)] }, 'invalid'],
    [{ overrides: [popup(-1)] }, 'invalid'],
    [{ overrides: [{ method: 'fax', minutes: 1 }] }, 'invalid'],
    [{ overrides: [{ minutes: 1 }] }, 'required'],
  ])('are refused as %o', (reminders, reason) => {
    expectRefused(() => inserted({ reminders: reminders! }), { reason })
  })

  it.each<[Event['reminders'], unknown]>([
    [undefined, undefined],
    [{}, undefined],
    [{ useDefault: true, overrides: [] }, undefined],
    [{ useDefault: false }, { useDefault: false }],
    [{ overrides: [] }, { useDefault: false }],
    [{ overrides: [{ method: 'sms', minutes: 5 }] }, { useDefault: false }],
    [{ overrides: [popup(5), popup(5)] }, { useDefault: false, overrides: [popup(5)] }],
  ])('given as %o are %o', (reminders, expected) => {
    expect(inserted(reminders ? { reminders } : {}).reminders).toEqual(expected)
  })

  const own = { reminders: { useDefault: false, overrides: [popup(5)] } }

  it('are merged with a patch, which may make them contradict themselves', () => {
    expectRefused(() => patched(own, { reminders: { useDefault: true } }), {
      reason: 'cannotUseDefaultRemindersAndSpecifyOverride',
    })
    expectRefused(() => patched({}, { reminders: { overrides: [popup(5)] } }), {
      reason: 'cannotUseDefaultRemindersAndSpecifyOverride',
    })
  })

  it.each<[Patch<Event>, unknown]>([
    [{ reminders: { useDefault: true, overrides: [] } }, undefined],
    [{ reminders: null }, undefined],
    [{ reminders: { overrides: [popup(7)] } }, { useDefault: false, overrides: [popup(7)] }],
    [{ summary: 'x' }, own.reminders],
  ])('after the patch %o are %o', (patch, expected) => {
    expect(patched(own, patch).reminders).toEqual(expected)
  })
})

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
