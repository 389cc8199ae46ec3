import { describe, expect, it } from 'vitest'
import type { Calendar } from '../schemas/calendar.ts'
import { calendarAfterPatch, calendarAfterUpdate, draftCalendar } from './calendar.ts'

const defaults = {
  timeZone: 'Europe/Berlin',
  newLabelId: () => '00000000-0000-4000-8000-000000000001',
}
const identity = { id: 'c1@group.calendar.google.com', dataOwner: 'ana@example.com' }
const described = (body: Calendar) => draftCalendar(identity, body, defaults)
const label = { id: '00000000-0000-4000-8000-000000000002', backgroundColor: '#039be5' }

describe('a described calendar', () => {
  it('has defaults for what its body omits, and nothing empty', () => {
    expect(described({ summary: 'Work', description: '' })).toEqual({
      kind: 'calendar#calendar',
      ...identity,
      summary: 'Work',
      timeZone: 'Europe/Berlin',
      conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
    })
  })

  it.each([
    [{}, 'required', 'Missing title.'],
    [{ summary: '  ' }, 'required', 'Missing title.'],
    [{ summary: 'a', timeZone: 'Mars/Base' }, 'invalid', 'Invalid time zone'],
    [{ summary: 'a', timeZone: '+01:00' }, 'invalid', 'Invalid time zone'],
    [
      { summary: 'a', conferenceProperties: { allowedConferenceSolutionTypes: ['x'] } },
      'invalid',
      'conference',
    ],
    [{ summary: 'a', labelProperties: { eventLabels: [{}] } }, 'required', 'background color'],
    [
      { summary: 'a', labelProperties: { eventLabels: [{ backgroundColor: 'red' }] } },
      'invalid',
      'background color',
    ],
    [
      { summary: 'a', labelProperties: { eventLabels: [{ ...label, id: 'x' }] } },
      'invalid',
      'label id',
    ],
    [{ summary: 'a', labelProperties: { eventLabels: [label, label] } }, 'invalid', 'label id'],
    [
      { summary: 'a', labelProperties: { eventLabels: [{ ...label, name: 'n'.repeat(51) }] } },
      'invalid',
      '50',
    ],
    [{ summary: 'a', labelProperties: { eventLabels: Array(201).fill(label) } }, 'invalid', '200'],
  ])('is refused for %o', (body, reason, message) => {
    expect(() => described(body)).toThrow(message)
    expect(() => described(body)).toThrow(
      expect.objectContaining({ refusals: [expect.objectContaining({ reason })] }),
    )
  })

  it('assigns an id to a label without one', () => {
    const { labelProperties } = described({
      summary: 'a',
      labelProperties: { eventLabels: [{ backgroundColor: '#039be5' }] },
    })
    expect(labelProperties?.eventLabels).toEqual([
      { id: defaults.newLabelId(), backgroundColor: '#039be5' },
    ])
  })
})

describe('a changed calendar', () => {
  const current = described({
    summary: 'Work',
    description: 'All of it',
    labelProperties: { eventLabels: [label] },
  })

  it('loses what a replacement omits, except its labels', () => {
    expect(calendarAfterUpdate(current, { summary: 'New' }, defaults)).toEqual({
      ...described({ summary: 'New' }),
      labelProperties: current.labelProperties,
    })
  })

  it('keeps what a patch does not name and loses what it clears', () => {
    const { description: _, ...rest } = current
    expect(calendarAfterPatch(current, { description: null, location: 'Bern' }, defaults)).toEqual({
      ...rest,
      location: 'Bern',
    })
  })

  it('prints alike when a patch changes nothing', () => {
    const patched = calendarAfterPatch(current, { summary: 'Work' }, defaults)
    expect(JSON.stringify(patched)).toBe(JSON.stringify(current))
  })
})
