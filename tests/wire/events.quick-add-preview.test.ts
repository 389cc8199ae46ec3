import { afterAll, beforeAll, expect, it } from 'vitest'
import { as } from '../support/calling.ts'
import { eventsOf, walk } from '../support/imported-events.ts'
import { sharedCalendar } from '../support/listed-calendars.ts'
import { expectRefusal, insufficientPermissions, notFound } from '../support/refusal.ts'
import { onEmbedded } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const preview = (user: WireUser, text: string, calendarId = 'primary') =>
  as(user.base, user.token).get(
    `${user.paths.almanac}${eventsOf(calendarId)}/quickAdd?text=${encodeURIComponent(text)}`,
  )

const ofMaking = ['id', 'iCalUID', 'etag', 'created', 'updated', 'htmlLink']

// The clock is set here, so no other test may share the server.
onEmbedded('the preview of a sentence', (site) => {
  const turnClock = (body: object) => site.call('/_almanac/clock', { method: 'POST', body })
  beforeAll(() => turnClock({ now: '2026-05-27T08:15:42Z', frozen: true }))
  afterAll(() => turnClock({ reset: true }))

  it.each([
    'Dinner with Sam at the harbour 7pm tomorrow',
    'Standup every weekday 9am',
    'Lunch with a@example.com, b@example.com 1pm',
    'Trip June 3-5',
    'Call mom',
  ])('of "%s" is the event that is made of it', async (text) => {
    const user = await site.user()
    const { calendar } = await user.newCalendar({ timeZone: 'Europe/Berlin' })
    const shown = await preview(user, text, calendar.id)
    expect(shown.status).toBe(200)
    expect((await walk(user, eventsOf(calendar.id))).items).toEqual([])
    const made = await user.post(
      `${eventsOf(calendar.id)}/quickAdd?text=${encodeURIComponent(text)}`,
    )
    const expected = Object.entries(made.json).filter(([name]) => !ofMaking.includes(name))
    expect(shown.json).toEqual(Object.fromEntries(expected))
  })

  it('refuses an empty sentence, and readers of a calendar', async () => {
    const user = await site.user()
    for (const text of ['', '  ']) {
      expectRefusal(await preview(user, text), { status: 400, reason: 'required' })
    }
    const { guest, calendarId } = await sharedCalendar(site)
    expectRefusal(await preview(guest, 'Call mom', calendarId), {
      status: 403,
      reason: 'requiredAccessLevel',
    })
    expectRefusal(await preview(await site.user(), 'Call mom', calendarId), notFound)
    const narrow = await site.user({ email: user.email, scopes: ['calendar.readonly'] })
    expectRefusal(await preview(narrow, 'Call mom'), insufficientPermissions)
  })
})
