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

const secondary = eventContext({ calendar: { isPrimary: false } })

const inserted = (body: Event, where = context) => draftForInsert(body, where).content

const focus: Event = { ...hour, eventType: 'focusTime', focusTimeProperties: {} }

const absence: Event = { ...hour, eventType: 'outOfOffice', outOfOfficeProperties: {} }

const place: Event = {
  ...day,
  eventType: 'workingLocation',
  workingLocationProperties: { type: 'homeOffice', homeOffice: {} },
}

const birthday: Event = { ...day, eventType: 'birthday', recurrence: ['RRULE:FREQ=YEARLY'] }

const twoDays: Event = { start: { date: '2026-05-01' }, end: { date: '2026-05-03' } }

const leapDay: Event = { start: { date: '2024-02-29' }, end: { date: '2024-03-01' } }

const without = (event: Event, name: keyof Event): Event => {
  const { [name]: _, ...rest } = event
  return rest
}

describe('an event of a type', () => {
  it.each<[string, Event, string, string]>([
    ['unknown', { ...hour, eventType: 'party' }, 'invalid', 'event type'],
    ['fromGmail', { ...hour, eventType: 'fromGmail' }, 'eventTypeRestriction', 'mail'],
    ['fromMail', { ...hour, eventType: 'fromMail' }, 'eventTypeRestriction', 'mail'],
    ['focusTime all day', { ...focus, ...day }, 'eventTypeRestriction', 'time of day'],
    [
      'focusTime transparent',
      { ...focus, transparency: 'transparent' },
      'eventTypeRestriction',
      'opaque',
    ],
    ['focusTime without properties', without(focus, 'focusTimeProperties'), 'required', 'focus'],
    [
      'focusTime with an unknown chat status',
      { ...focus, focusTimeProperties: { chatStatus: 'gone' } },
      'invalid',
      'chat status',
    ],
    [
      'focusTime with an unknown mode of declining',
      { ...focus, focusTimeProperties: { autoDeclineMode: 'x' } },
      'invalid',
      'auto decline mode',
    ],
    ['outOfOffice all day', { ...absence, ...day }, 'eventTypeRestriction', 'time of day'],
    [
      'outOfOffice transparent',
      { ...absence, transparency: 'transparent' },
      'eventTypeRestriction',
      'opaque',
    ],
    [
      'outOfOffice without properties',
      without(absence, 'outOfOfficeProperties'),
      'required',
      'office',
    ],
    [
      'workingLocation over two days',
      { ...place, ...twoDays },
      'malformedWorkingLocationEvent',
      'one whole day',
    ],
    [
      'workingLocation opaque',
      { ...place, transparency: 'opaque' },
      'malformedWorkingLocationEvent',
      'transparent',
    ],
    [
      'workingLocation private',
      { ...place, visibility: 'private' },
      'malformedWorkingLocationEvent',
      'public',
    ],
    [
      'workingLocation without a type',
      { ...place, workingLocationProperties: {} },
      'malformedWorkingLocationEvent',
      'homeOffice',
    ],
    [
      'workingLocation without properties',
      without(place, 'workingLocationProperties'),
      'malformedWorkingLocationEvent',
      'homeOffice',
    ],
    ['birthday at a time', { ...birthday, ...hour }, 'eventTypeRestriction', 'one whole day'],
    [
      'birthday over two days',
      { ...birthday, ...twoDays },
      'eventTypeRestriction',
      'one whole day',
    ],
    [
      'birthday every month',
      { ...birthday, recurrence: ['RRULE:FREQ=MONTHLY'] },
      'eventTypeRestriction',
      'RRULE:FREQ=YEARLY',
    ],
    [
      'birthday on a leap day each year',
      { ...birthday, ...leapDay },
      'eventTypeRestriction',
      'BYMONTHDAY=-1',
    ],
    ['birthday public', { ...birthday, visibility: 'public' }, 'eventTypeRestriction', 'private'],
    [
      'birthday opaque',
      { ...birthday, transparency: 'opaque' },
      'eventTypeRestriction',
      'transparent',
    ],
    [
      'birthday of another kind',
      { ...birthday, birthdayProperties: { type: 'anniversary' } },
      'eventTypeRestriction',
      'birthday',
    ],
    [
      'birthday of an unknown kind',
      { ...birthday, birthdayProperties: { type: 'party' } },
      'invalid',
      'birthday type',
    ],
    ['birthday with a place', { ...birthday, location: 'Bern' }, 'eventTypeRestriction', 'title'],
  ])('is refused: %s', (_, body, reason, message) => {
    expectRefused(() => inserted(body), { reason, message })
  })

  it.each([focus, absence, place])(
    '$eventType is refused on a calendar that is not primary',
    (body) => {
      expectRefused(() => inserted(body, secondary), { reason: 'eventTypeRestriction' })
    },
  )

  it('has the default title and settings of its type', () => {
    expect(inserted(focus)).toEqual({
      status: 'confirmed',
      summary: 'Focus time',
      focusTimeProperties: {},
      eventType: 'focusTime',
    })
    expect(inserted({ ...absence, transparency: 'opaque' })).toEqual({
      status: 'confirmed',
      summary: 'Out of office',
      outOfOfficeProperties: {},
      eventType: 'outOfOffice',
    })
    expect(inserted(place)).toEqual({
      status: 'confirmed',
      summary: 'Home',
      transparency: 'transparent',
      visibility: 'public',
      workingLocationProperties: place.workingLocationProperties,
      eventType: 'workingLocation',
    })
    expect(inserted(birthday, secondary)).toEqual({
      status: 'confirmed',
      recurrence: ['RRULE:FREQ=YEARLY'],
      transparency: 'transparent',
      visibility: 'private',
      birthdayProperties: { type: 'birthday' },
      eventType: 'birthday',
    })
  })

  it.each([
    [{ type: 'officeLocation' }, 'Office'],
    [{ type: 'officeLocation', officeLocation: { label: 'Harbour' } }, 'Harbour'],
    [{ type: 'customLocation', customLocation: { label: 'Café' } }, 'Café'],
    [{ type: 'customLocation' }, 'Working location'],
  ])('at the place %o is called %s', (workingLocationProperties, summary) => {
    expect(inserted({ ...place, workingLocationProperties }).summary).toBe(summary)
    const titled = inserted({ ...place, workingLocationProperties, summary: 'Mine' })
    expect(titled.summary).toBe('Mine')
  })

  it('keeps only the fields of its location type', () => {
    const patch = {
      workingLocationProperties: { type: 'customLocation', customLocation: { label: 'Café' } },
    }
    const { content } = draftForPatch(stored(draftForInsert(place, context)), patch, context)
    expect(content.workingLocationProperties).toEqual(patch.workingLocationProperties)
  })

  it('does not have the properties of other types', () => {
    expect(inserted({ ...hour, focusTimeProperties: {} })).not.toHaveProperty('focusTimeProperties')
  })

  it('can be a birthday that recurs each year, on the last day of February if necessary', () => {
    expect(inserted(without(birthday, 'recurrence')).recurrence).toEqual(['RRULE:FREQ=YEARLY'])
    const recurrence = ['RRULE:BYMONTHDAY=-1;BYMONTH=2;FREQ=YEARLY']
    expect(inserted({ ...birthday, ...leapDay, recurrence }).recurrence).toEqual([
      'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1',
    ])
  })
})

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
