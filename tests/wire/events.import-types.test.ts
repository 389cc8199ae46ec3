import { expect, it } from 'vitest'
import { eventsOf, hourOn, importEvent, walk } from '../support/imported-events.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const typed = [
  ['focusTime', { focusTimeProperties: { autoDeclineMode: 'declineNone' } }],
  ['outOfOffice', { outOfOfficeProperties: { autoDeclineMode: 'declineNone' } }],
  [
    'workingLocation',
    {
      visibility: 'public',
      transparency: 'transparent',
      workingLocationProperties: { type: 'homeOffice', homeOffice: {} },
    },
  ],
  [
    'birthday',
    {
      start: { date: '2026-05-04' },
      end: { date: '2026-05-05' },
      visibility: 'private',
      transparency: 'transparent',
      recurrence: ['RRULE:FREQ=YEARLY'],
      birthdayProperties: { type: 'birthday' },
    },
  ],
  ['fromMail', {}],
  ['fromGmail', {}],
] as const

onEmbeddedServer('events.import', (site) => {
  it.each(typed)('makes a plain event of %s, on any calendar', async (eventType, properties) => {
    const user = await site.user()
    const { calendar } = await user.newCalendar()
    const body = { ...hourOn(4), eventType, ...properties }
    const { status, json } = await importEvent(user, body, calendar.id)
    expect([status, json.eventType]).toEqual([200, 'default'])
    for (const name of Object.keys(json)) expect(name).not.toMatch(/Properties$/)
    const { items } = await walk(user, eventsOf(calendar.id), { eventTypes: 'default' })
    expect(items).toEqual([json])
  })
})

onEmbeddedServer(
  'events.import that is told to refuse other types',
  (site) => {
    it.each(typed)('refuses %s and keeps nothing of it', async (eventType, properties) => {
      const user = await site.user()
      const reply = await importEvent(user, { ...hourOn(4), eventType, ...properties })
      expectRefusal(reply, { status: 400, reason: 'eventTypeRestriction', domain: 'calendar' })
      expect((await walk(user, eventsOf())).items).toEqual([])
    })

    it.each([{}, { eventType: 'default' }])('takes %j', async (body) => {
      const { status, json } = await importEvent(await site.user(), body)
      expect([status, json.eventType]).toEqual([200, 'default'])
    })
  },
  { ALMANAC_IMPORT_TYPES: 'refuse' },
)
