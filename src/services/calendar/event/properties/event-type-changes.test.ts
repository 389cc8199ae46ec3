import { describe, expect, it } from 'vitest'
import type { Patch } from '#/contract/schema.ts'
import {
  day,
  eventContext,
  expectRefused,
  hour,
  stored,
} from '../../../../../tests/support/event-drafts.ts'
import type { Event } from '../../schemas/event.ts'
import { draftForInsert, draftForPatch, draftForUpdate } from '../event-draft.ts'

const context = eventContext()
const inserted = (body: Event, where = context) => draftForInsert(body, where).content

const focus: Event = { ...hour, eventType: 'focusTime', focusTimeProperties: {} }
const birthday: Event = { ...day, eventType: 'birthday', recurrence: ['RRULE:FREQ=YEARLY'] }
const twoDays: Event = { start: { date: '2026-05-01' }, end: { date: '2026-05-03' } }
const leapDay: Event = { start: { date: '2024-02-29' }, end: { date: '2024-03-01' } }

describe('the type of an event', () => {
  const current = stored(draftForInsert(focus, context))

  it.each([
    ['default', 'eventTypeRestriction'],
    ['outOfOffice', 'eventTypeRestriction'],
    ['party', 'invalid'],
  ])('does not change to %s', (eventType, reason) => {
    expectRefused(() => draftForPatch(current, { eventType }, context), { reason })
    expectRefused(() => draftForUpdate(current, { ...hour, eventType }, context), { reason })
  })

  it.each<[Patch<Event>]>([[{}], [{ eventType: 'focusTime' }], [{ eventType: null }]])(
    'stays with the patch %o',
    (patch) => {
      expect(draftForPatch(current, patch, context).content.eventType).toBe('focusTime')
    },
  )

  it('stays with its properties if a replacement names neither', () => {
    expect(draftForUpdate(current, hour, context).content).toEqual(inserted(focus))
  })

  it('binds changes as it binds new events', () => {
    expectRefused(() => draftForPatch(current, day, context), { reason: 'eventTypeRestriction' })
    expectRefused(() => draftForPatch(current, { transparency: 'transparent' }, context), {
      reason: 'eventTypeRestriction',
    })
  })
})

describe('an event created from mail', () => {
  const current = stored(draftForInsert({ ...hour, summary: 'Flight' }, context), {
    eventType: 'fromMail',
  })
  const changes: Event = {
    summary: 'Other',
    location: 'Other',
    ...day,
    colorId: '3',
    visibility: 'private',
    transparency: 'transparent',
    status: 'tentative',
    attendees: [{ email: 'bob@x.org', responseStatus: 'accepted' }],
    extendedProperties: { private: { a: '1' } },
    reminders: { useDefault: false },
  }

  it.each([
    ['patch', () => draftForPatch(current, changes, context)],
    ['replacement', () => draftForUpdate(current, changes, context)],
  ])('takes what is private to its reader from a %s, and passes the rest over', (_, change) => {
    const { colorId, visibility, transparency, status, attendees, extendedProperties } = changes
    expect(change()).toEqual({
      times: current.times,
      source: undefined,
      reminders: { useDefault: false },
      content: {
        status,
        summary: 'Flight',
        colorId,
        transparency,
        visibility,
        attendees,
        extendedProperties,
        eventType: 'fromMail',
      },
    })
  })

  it('has two names', () => {
    const { content } = draftForPatch(current, { eventType: 'fromGmail' }, context)
    expect(content.eventType).toBe('fromMail')
  })
})

describe('a birthday that changes', () => {
  const current = stored(draftForInsert(birthday, context))

  it('accepts a title, a color, reminders and a date, and ignores the rest', () => {
    const { content } = draftForPatch(
      current,
      { ...leapDay, summary: 'Ann', colorId: '3', location: 'Bern', visibility: 'public' },
      context,
    )
    expect(content).toEqual({
      ...inserted(birthday),
      summary: 'Ann',
      colorId: '3',
      recurrence: ['RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1'],
    })
  })

  it('is one whole day', () => {
    expectRefused(() => draftForPatch(current, twoDays, context), {
      reason: 'eventTypeRestriction',
    })
  })

  it('has no recurrence if it is an instance', () => {
    const { recurrence, ...event } = current.event
    const instance = { ...current, event: { ...event, recurringEventId: 'abcde' } }
    const { content } = draftForPatch(instance, { summary: 'Ann' }, context)
    expect(content).not.toHaveProperty('recurrence')
  })
})
