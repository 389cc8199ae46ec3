import { describe, expect, it } from 'vitest'
import type { Patch } from '#/contract/schema.ts'
import type { CalendarListEntry } from '../schemas/calendar-list-entry.ts'
import {
  choicesAfterPatch,
  choicesAfterUpdate,
  type EntryChoices,
  ownChoices,
  primaryChoices,
  shownColors,
} from './entry-choices.ts'

const byId = { isRgb: false }
const byRgb = { isRgb: true }

const everything: EntryChoices = {
  summaryOverride: 'Ours',
  colorId: '5',
  hidden: true,
  selected: true,
  defaultReminders: [{ method: 'popup', minutes: 5 }],
  notifications: [{ type: 'agenda', method: 'email' }],
}

describe('a patch of choices', () => {
  it('leaves alone what it does not name', () => {
    expect(choicesAfterPatch(everything, {}, byId)).toEqual(everything)
    expect(choicesAfterPatch(everything, { notificationSettings: {} }, byRgb)).toEqual(everything)
  })

  it.each<[string, Patch<CalendarListEntry>]>([
    ['summaryOverride', { summaryOverride: null }],
    ['summaryOverride', { summaryOverride: '' }],
    ['colorId', { colorId: null }],
    ['colorId', { colorId: '' }],
    ['hidden', { hidden: null }],
    ['hidden', { hidden: false }],
    ['selected', { selected: null }],
    ['selected', { selected: false }],
    ['defaultReminders', { defaultReminders: null }],
    ['defaultReminders', { defaultReminders: [] }],
    ['notifications', { notificationSettings: null }],
    ['notifications', { notificationSettings: { notifications: [] } }],
  ])('clears %s, and nothing else, with %o', (name, patch) => {
    const { [name as keyof EntryChoices]: _, ...rest } = everything
    expect(choicesAfterPatch(everything, patch, byId)).toEqual(rest)
  })

  it('replaces lists as a whole', () => {
    const patch = {
      defaultReminders: [{ method: 'email', minutes: 60 }],
      notificationSettings: { notifications: [{ type: 'eventChange', method: 'email' }] },
    }
    expect(choicesAfterPatch(everything, patch, byId)).toEqual({
      ...everything,
      defaultReminders: [{ method: 'email', minutes: 60 }],
      notifications: [{ type: 'eventChange', method: 'email' }],
    })
  })

  it('renders equal choices equally, in any order', () => {
    const one = choicesAfterPatch(
      choicesAfterPatch({}, { selected: true }, byId),
      { colorId: '3' },
      byId,
    )
    const other = choicesAfterPatch({}, { colorId: '3', selected: true }, byId)
    expect(JSON.stringify(one)).toBe(JSON.stringify(other))
  })

  it('changes neither of its arguments', () => {
    const [current, patch] = [structuredClone(everything), { colorId: '6', hidden: null }]
    choicesAfterPatch(current, patch, byId)
    expect(current).toEqual(everything)
    expect(patch).toEqual({ colorId: '6', hidden: null })
  })
})

describe('a replacement of choices', () => {
  it('resets what it omits to the defaults', () => {
    expect(choicesAfterUpdate({ colorId: '6' }, byId)).toEqual({ colorId: '6' })
    expect(choicesAfterUpdate({}, byRgb)).toEqual({})
  })
})

describe('colors that are chosen', () => {
  const rgb: EntryChoices = {
    colorId: '16',
    backgroundColor: '#0000fe',
    foregroundColor: '#fefefe',
  }

  it.each<[string, EntryChoices, Patch<CalendarListEntry>, EntryChoices]>([
    [
      'have the nearest of the palette beside them',
      {},
      { backgroundColor: '#9FE1E6', foregroundColor: '#FFFFFF' },
      { colorId: '14', backgroundColor: '#9fe1e6', foregroundColor: '#ffffff' },
    ],
    [
      'win over an id in the same body',
      {},
      { colorId: '3', backgroundColor: '#9fe1e6' },
      { colorId: '14', backgroundColor: '#9fe1e6' },
    ],
    [
      'keep the writing that a patch does not name',
      rgb,
      { backgroundColor: '#ac725e' },
      { colorId: '1', backgroundColor: '#ac725e', foregroundColor: '#fefefe' },
    ],
    [
      'keep the ground that a patch does not name',
      rgb,
      { foregroundColor: '#101010' },
      { ...rgb, foregroundColor: '#101010' },
    ],
    [
      'can be of the writing alone, on a ground of the palette',
      { colorId: '3' },
      { foregroundColor: '#ffffff' },
      { colorId: '3', foregroundColor: '#ffffff' },
    ],
    [
      'can be of the writing alone, on the ground that nobody chose',
      {},
      { foregroundColor: '#ffffff' },
      { foregroundColor: '#ffffff' },
    ],
    [
      'go back to the palette with nulls',
      rgb,
      { backgroundColor: null, foregroundColor: null },
      { colorId: '16' },
    ],
    [
      'go back to the palette by an id with nulls beside it',
      rgb,
      { colorId: '3', backgroundColor: null, foregroundColor: null },
      { colorId: '3' },
    ],
    ['go back to the palette by an id', rgb, { colorId: '3' }, { colorId: '3' }],
  ])('%s', (_, current, patch, choices) => {
    expect(choicesAfterPatch(current, patch, byRgb)).toEqual(choices)
  })

  it('are not read if they are not asked for', () => {
    const patch = { backgroundColor: '#123456', foregroundColor: 'nonsense' }
    expect(choicesAfterPatch({ colorId: '3' }, patch, byId)).toEqual({ colorId: '3' })
    expect(choicesAfterPatch(rgb, patch, byId)).toEqual(rgb)
    expect(choicesAfterPatch(rgb, { ...patch, colorId: '3' }, byId)).toEqual({ colorId: '3' })
  })

  it('are shown as they are, or else as the palette has them', () => {
    const calendar = { id: 'ana@example.com', isPrimary: true }
    expect(shownColors(rgb, calendar)).toEqual(rgb)
    expect(shownColors({ colorId: '16' }, calendar)).toEqual({
      colorId: '16',
      backgroundColor: '#4986e7',
      foregroundColor: '#000000',
    })
    expect(shownColors({ foregroundColor: '#ffffff' }, calendar)).toEqual({
      colorId: '14',
      backgroundColor: '#9fe1e7',
      foregroundColor: '#ffffff',
    })
  })
})

describe('choices', () => {
  const notified = (...notifications: { type?: string; method?: string }[]) => ({
    notificationSettings: { notifications },
  })
  const reminder = (minutes: number) => ({ method: 'popup', minutes })

  it.each<[CalendarListEntry, string, string]>([
    [{ colorId: '0' }, 'invalid', 'color id'],
    [{ colorId: '25' }, 'invalid', 'color id'],
    [{ colorId: 'toString' }, 'invalid', 'color id'],
    [{ backgroundColor: 'red' }, 'invalid', '#rrggbb'],
    [{ backgroundColor: '#12345' }, 'invalid', '#rrggbb'],
    [{ backgroundColor: '#123456', foregroundColor: '#xyzxyz' }, 'invalid', '#rrggbb'],
    [{ defaultReminders: [1, 2, 3, 4, 5, 6].map(reminder) }, 'invalid', 'at most 5'],
    [notified({ method: 'email' }), 'required', 'type'],
    [notified({ type: 'agenda' }), 'required', 'method'],
    [notified({ type: 'eventSkipped', method: 'email' }), 'invalid', 'type'],
    [notified({ type: 'agenda', method: 'popup' }), 'invalid', 'method'],
    [notified(...Array(26).fill({ type: 'agenda', method: 'email' })), 'invalid', 'Too many'],
  ])('are refused for %o', (body, reason, message) => {
    expect(() => choicesAfterUpdate(body, byRgb)).toThrow(message)
    expect(() => choicesAfterUpdate(body, byRgb)).toThrow(
      expect.objectContaining({ refusals: [expect.objectContaining({ reason })] }),
    )
  })

  it('accept each kind of notification once, and none by text message', () => {
    const body = notified(
      { type: 'agenda', method: 'email' },
      { type: 'eventChange', method: 'sms' },
      { type: 'eventCreation', method: 'email' },
      { type: 'agenda', method: 'email' },
    )
    expect(choicesAfterUpdate(body, byId).notifications).toEqual([
      { type: 'agenda', method: 'email' },
      { type: 'eventCreation', method: 'email' },
    ])
  })

  it('count neither repeated reminders nor text messages against the most there can be', () => {
    const five = [1, 2, 3, 4, 5].map(reminder)
    const given = [...five, ...five, { method: 'sms', minutes: 9 }]
    expect(choicesAfterUpdate({ defaultReminders: given }, byId).defaultReminders).toEqual(five)
  })

  it('of new entries come out of a patch as they are', () => {
    for (const choices of [primaryChoices, ownChoices]) {
      expect(JSON.stringify(choicesAfterPatch(choices, {}, byId))).toBe(JSON.stringify(choices))
    }
  })
})
