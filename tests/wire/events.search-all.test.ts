import { expect, it } from 'vitest'
import { as } from '../support/calling.ts'
import { hourOn, newEvent } from '../support/imported-events.ts'
import { sharedCalendar } from '../support/listed-calendars.ts'
import { expectRefusal, insufficientPermissions } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const window = 'timeMin=2026-01-01T00:00:00Z&timeMax=2027-01-01T00:00:00Z'

const search = (user: WireUser, query: string) =>
  as(user.base, user.token).get(`/almanac/v1/users/me/events/search?${query}`)

const found = async (user: WireUser, query: string) => {
  const { status, json } = await search(user, `${window}&${query}`)
  expect(status).toBe(200)
  return json.items as unknown as {
    calendarId: string
    event: { summary?: string; start: { dateTime?: string } }
  }[]
}

onEveryEngine('the search of all calendars', (site) => {
  it('finds instances on each of them, by start', async () => {
    const user = await site.user()
    const { calendar } = await user.newCalendar()
    const series = { recurrence: ['RRULE:FREQ=DAILY;COUNT=3'], ...hourOn(4) }
    await newEvent(user, { summary: 'Harbour walk', ...series })
    await newEvent(user, { summary: 'At the harbour', ...hourOn(5, 8) }, calendar.id)
    await newEvent(user, { summary: 'Elsewhere', ...hourOn(5) }, calendar.id)
    const date = { start: { date: '2026-05-06' }, end: { date: '2026-05-07' } }
    await newEvent(user, { summary: 'Harbour day', ...date }, calendar.id)
    const items = await found(user, 'q=harbour')
    expect(items.map(({ calendarId, event }) => [calendarId, event.summary])).toEqual([
      [user.email, 'Harbour walk'],
      [calendar.id, 'At the harbour'],
      [user.email, 'Harbour walk'],
      [calendar.id, 'Harbour day'],
      [user.email, 'Harbour walk'],
    ])
    const { json } = await search(user, `${window}&q=harbour&maxResults=2`)
    expect(json.items).toEqual(items.slice(0, 2))
    expect(json.isTruncated).toBe(true)
    expect(await found(user, 'q=nowhere')).toEqual([])
  })

  it('does not look if the caller may not', async () => {
    const { owner, guest, calendarId } = await sharedCalendar(site)
    await guest.post('/users/me/calendarList', { id: calendarId })
    await newEvent(owner, { summary: 'Secret harbour', visibility: 'private' }, calendarId)
    await newEvent(owner, { summary: 'Open harbour' }, calendarId)
    expect((await found(owner, 'q=harbour')).length).toBe(2)
    const seen = await found(guest, 'q=harbour')
    expect(seen.map(({ event }) => event.summary)).toEqual(['Open harbour'])
    expect(await found(await site.user(), 'q=harbour')).toEqual([])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('refuses to look for nothing, in no time, and without its scope', async () => {
    const user = await site.user()
    expectRefusal(await search(user, 'q=%20'), { status: 400, reason: 'queryRequired' })
    expectRefusal(await search(user, ''), { status: 400, reason: 'required' })
    const turned = 'q=x&timeMin=2027-01-01T00:00:00Z&timeMax=2026-01-01T00:00:00Z'
    expectRefusal(await search(user, turned), { status: 400, reason: 'timeRangeEmpty' })
    expectRefusal(await search(user, 'q=x&timeMin=soon'), {
      status: 400,
      reason: 'badRequest',
    })
    const narrow = await site.user({ email: user.email, scopes: ['calendar.events'] })
    expectRefusal(await search(narrow, 'q=x'), insufficientPermissions)
  })
})
