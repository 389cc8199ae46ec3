import { expect, it } from 'vitest'
import {
  type CalendarEvents,
  day,
  hour,
  primaryEvents,
  secondaryEvents,
} from '../support/event-bodies.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'

const focus = { eventType: 'focusTime', focusTimeProperties: { chatStatus: 'doNotDisturb' } }
const absence = {
  eventType: 'outOfOffice',
  outOfOfficeProperties: {
    autoDeclineMode: 'declineOnlyNewConflictingInvitations',
    declineMessage: 'Away',
  },
}
const workplace = (workingLocationProperties: object) => ({
  eventType: 'workingLocation',
  workingLocationProperties,
})
const atHome = workplace({ type: 'homeOffice', homeOffice: {} })
const twoDays = { start: { date: '2026-05-01' }, end: { date: '2026-05-03' } }
const restricted = { status: 400, reason: 'eventTypeRestriction', domain: 'calendar' }
const malformed = { status: 400, reason: 'malformedWorkingLocationEvent', domain: 'calendar' }

onEveryEngine('types of events', (site) => {
  it('have properties that a patch merges and a PUT without them keeps', async () => {
    const events = await primaryEvents(site)
    const { id } = await events.make(focus)
    const declineMessage = 'Busy'
    const patched = await events.patch(id, { focusTimeProperties: { declineMessage } })
    const merged = { chatStatus: 'doNotDisturb', declineMessage }
    expect(patched.json.focusTimeProperties).toEqual(merged)
    expect((await events.put(id, hour)).json.focusTimeProperties).toEqual(merged)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    ['focus time', { ...focus, ...hour }, { summary: 'Focus time' }],
    ['out of office', { ...absence, ...hour }, { summary: 'Out of office' }],
    [
      'a day at home',
      { ...atHome, ...day },
      { summary: 'Home', transparency: 'transparent', visibility: 'public' },
    ],
    [
      'an hour in an office',
      {
        ...workplace({
          type: 'officeLocation',
          officeLocation: { buildingId: 'b', floorId: 'f', deskId: 'd', label: 'HQ' },
        }),
        ...hour,
      },
      { summary: 'HQ', transparency: 'transparent', visibility: 'public' },
    ],
    [
      'a day elsewhere, with a title',
      {
        ...workplace({ type: 'customLocation', customLocation: { label: 'Library' } }),
        ...day,
        summary: 'Books',
        visibility: 'public',
        transparency: 'transparent',
      },
      {},
    ],
  ])('can be %s', async (_, body, more) => {
    const events = await primaryEvents(site)
    const reply = await events.insert(body)
    expect(reply.json).toMatchObject({ ...body, ...more })
    const event = await events.read(reply.json.id!)
    expect(event).toEqual(reply.json)
    expect((await events.put(event.id, event)).json).toEqual(event)
    expect((await events.patch(event.id, { summary: 'Mine' })).json.summary).toBe('Mine')
  })

  // Scenario 96
  it.each([
    ['focus time', { ...focus, ...hour }],
    ['out of office', { ...absence, ...hour }],
    ['a working location', { ...atHome, ...day }],
  ])('that are %s are for primary calendars only', async (_, body) => {
    const events = await secondaryEvents(site)
    expectRefusal(await events.insert(body), restricted)
    expect((await events.list()).items).toEqual([])
  })

  it('have no way to answer if an empty one is given', async () => {
    const events = await primaryEvents(site)
    const outOfOfficeProperties = { autoDeclineMode: '', declineMessage: 'Away' }
    const made = await events.make({ ...absence, ...hour, outOfOfficeProperties })
    expect(made.outOfOfficeProperties).toEqual({ declineMessage: 'Away' })
  })

  it.each([
    ['focus time without its properties', { ...hour, eventType: 'focusTime' }, 'required'],
    ['focus time of whole days', { ...focus, ...day }, 'eventTypeRestriction'],
    [
      'focus time that does not block',
      { ...focus, ...hour, transparency: 'transparent' },
      restricted.reason,
    ],
    ['focus time with an unknown chat', focusWith({ chatStatus: 'loud' }), 'invalid'],
    ['focus time with an unknown answer', focusWith({ autoDeclineMode: 'all' }), 'invalid'],
    ['out of office without its properties', { ...hour, eventType: 'outOfOffice' }, 'required'],
    ['out of office for whole days', { ...absence, ...day }, 'eventTypeRestriction'],
    ['a workplace over two days', { ...atHome, ...twoDays }, malformed.reason],
    ['a workplace without a type', { ...workplace({}), ...day }, malformed.reason],
    [
      'a workplace of an unknown type',
      { ...workplace({ type: 'boat' }), ...day },
      malformed.reason,
    ],
    ['a workplace that is private', { ...atHome, ...day, visibility: 'private' }, malformed.reason],
    ['a workplace that blocks', { ...atHome, ...day, transparency: 'opaque' }, malformed.reason],
    ['an event from mail', { ...hour, eventType: 'fromGmail' }, 'eventTypeRestriction'],
    ['the same by its other name', { ...hour, eventType: 'fromMail' }, 'eventTypeRestriction'],
    ['a type that there is not', { ...hour, eventType: 'party' }, 'invalid'],
  ])('cannot be %s, and nothing is added', async (_, body, reason) => {
    const events = await primaryEvents(site)
    expectRefusal(await events.insert(body), { status: 400, reason })
    expect((await events.list()).items).toEqual([])
  })

  it('never change', async () => {
    const events = await primaryEvents(site)
    const plain = await events.make()
    const focused = await events.make(focus)
    for (const eventType of ['focusTime', 'workingLocation', 'fromGmail']) {
      expectRefusal(await events.patch(plain.id, { eventType }), restricted)
      expectRefusal(await events.put(plain.id, { ...plain, eventType }), restricted)
    }
    expectRefusal(await events.patch(focused.id, { eventType: 'default' }), restricted)
    const { eventType: _, ...untold } = focused
    expect((await events.put(focused.id, untold)).json).toEqual(focused)
    expect(await events.read(plain.id)).toEqual(plain)
  })

  it('keep their rules when they change', async () => {
    const events = await primaryEvents(site)
    const focused = await events.make(focus)
    const place = await events.make({ ...atHome, ...day })
    expectRefusal(await events.patch(focused.id, day), restricted)
    expectRefusal(await events.patch(focused.id, { transparency: 'transparent' }), restricted)
    expectRefusal(await events.patch(place.id, twoDays), malformed)
    expectRefusal(await events.patch(place.id, { visibility: 'default' }), malformed)
    expect([await events.read(focused.id), await events.read(place.id)]).toEqual([focused, place])
  })

  it('have properties that others do not', async () => {
    const events = await primaryEvents(site)
    const event = await events.make({
      focusTimeProperties: focus.focusTimeProperties,
      outOfOfficeProperties: absence.outOfOfficeProperties,
      workingLocationProperties: { type: 'homeOffice' },
      birthdayProperties: { type: 'birthday' },
    })
    expect(Object.keys(event).filter((name) => name.endsWith('Properties'))).toEqual([])
  })
})

onEveryEngine('birthdays', (site) => {
  const birthday = { eventType: 'birthday', summary: 'Ann', ...day }
  const yearly = 'RRULE:FREQ=YEARLY'
  const leapDay = { start: { date: '2024-02-29' }, end: { date: '2024-03-01' } }
  const leapRule = 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1'
  const first = async (events: CalendarEvents) => (await events.list()).items[0]

  // Scenario 97
  it.each([
    ['with the least', {}, yearly],
    [
      'with all that they are',
      {
        recurrence: [yearly],
        visibility: 'private',
        transparency: 'transparent',
        birthdayProperties: { type: 'birthday' },
      },
      yearly,
    ],
    ['on a leap day', leapDay, leapRule],
    ['on a leap day, with its rule', { ...leapDay, recurrence: [leapRule] }, leapRule],
    ['with a colour and reminders', { colorId: '3', reminders: { useDefault: false } }, yearly],
  ])('can be made %s', async (_, more, rule) => {
    const events = await primaryEvents(site)
    const reply = await events.insert({ ...birthday, ...more })
    expect(reply.json).toMatchObject({
      ...birthday,
      ...more,
      recurrence: [rule],
      visibility: 'private',
      transparency: 'transparent',
      birthdayProperties: { type: 'birthday' },
    })
    expect(await first(events)).toEqual(reply.json)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    ['every month', { recurrence: ['RRULE:FREQ=MONTHLY'] }, restricted.reason],
    ['every other year', { recurrence: ['RRULE:FREQ=YEARLY;INTERVAL=2'] }, restricted.reason],
    ['on a leap day by the plain rule', { ...leapDay, recurrence: [yearly] }, restricted.reason],
    ['for two days', twoDays, restricted.reason],
    ['at a time', hour, restricted.reason],
    ['that are public', { visibility: 'public' }, restricted.reason],
    ['that block time', { transparency: 'opaque' }, restricted.reason],
    ['with a description', { description: 'x' }, restricted.reason],
    ['with guests', { attendees: [{ email: 'a@x.test' }] }, restricted.reason],
    ['that are anniversaries', { birthdayProperties: { type: 'anniversary' } }, restricted.reason],
    ['of an unknown kind', { birthdayProperties: { type: 'x' } }, 'invalid'],
  ])('cannot be made %s', async (_, more, reason) => {
    const events = await primaryEvents(site)
    expectRefusal(await events.insert({ ...birthday, ...more }), { status: 400, reason })
    expect((await events.list()).items).toEqual([])
  })

  it('change in their title, color, reminders and date, and in nothing else', async () => {
    const events = await primaryEvents(site)
    const { id } = await events.make(birthday)
    const reminders = { useDefault: false }
    const { json } = await events.patch(id, {
      summary: 'Bob',
      colorId: '4',
      reminders,
      ...leapDay,
      description: 'x',
      location: 'x',
    })
    expect(json).toMatchObject({
      summary: 'Bob',
      colorId: '4',
      reminders,
      ...leapDay,
      recurrence: [leapRule],
      birthdayProperties: { type: 'birthday' },
    })
    expect(json).not.toHaveProperty('description')
    expect(json).not.toHaveProperty('location')
    expect((await events.put(id, json)).json).toEqual(json)
  })

  it('can be on secondary calendars too', async () => {
    const events = await secondaryEvents(site)
    expect((await events.insert(birthday)).status).toBe(200)
  })
})

function focusWith(focusTimeProperties: object) {
  return { ...hour, eventType: 'focusTime', focusTimeProperties }
}
