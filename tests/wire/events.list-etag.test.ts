import { expect, it } from 'vitest'
import { daily, eventCalendar, type Query } from '../support/listed-events.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('the etag of a list of events', (site) => {
  it('changes with everything that the list shows, and with nothing else', async () => {
    const calendar = await eventCalendar(site)
    const { owner, path } = calendar
    const guest = await calendar.guest(site, 'reader')
    await owner.post('/users/me/calendarList', { id: calendar.id })
    const single = await calendar.add({ summary: 'a' })
    const series = await calendar.add({ ...daily() })
    const entry = `/users/me/calendarList/${calendar.id}`
    const seen = new Set<unknown>()
    const steps: readonly [string, 'shows' | 'shows nothing', () => Promise<unknown>][] = [
      ['at first', 'shows', async () => {}],
      ['reading', 'shows nothing', () => calendar.list({ singleEvents: true })],
      ['add', 'shows', () => calendar.add({ summary: 'b' })],
      ['patch', 'shows', () => calendar.patch(single.id, { summary: 'c' })],
      ['patch of nothing', 'shows nothing', () => calendar.patch(single.id, { summary: 'c' })],
      [
        'exception',
        'shows',
        () => calendar.patch(`${series.id}_20260504T100000Z`, { summary: 'x' }),
      ],
      ['gap', 'shows', () => calendar.remove(`${series.id}_20260505T100000Z`)],
      ['reminders', 'shows', () => calendar.patch(single.id, { reminders: { useDefault: false } })],
      ['refusal', 'shows nothing', () => owner.post(calendar.events, { summary: 'no times' })],
      ['removal', 'shows', () => calendar.remove(single.id)],
      ['removal again', 'shows nothing', () => owner.delete(calendar.eventPath(single.id))],
      ['title', 'shows', () => owner.patch(path, { summary: 'Other' })],
      ['description', 'shows', () => owner.patch(path, { description: 'Other' })],
      ['zone', 'shows', () => owner.patch(path, { timeZone: 'Asia/Tokyo' })],
      [
        'default reminders',
        'shows',
        () => owner.patch(entry, { defaultReminders: [{ method: 'email', minutes: 5 }] }),
      ],
      [
        'another list',
        'shows nothing',
        () => guest.post('/users/me/calendarList', { id: calendar.id }),
      ],
      [
        "another's choices",
        'shows nothing',
        () =>
          guest.patch(entry, { defaultReminders: [{ method: 'popup', minutes: 7 }], hidden: true }),
      ],
    ]
    let last: unknown
    for (const [step, what, act] of steps) {
      await act()
      const { etag } = await calendar.list()
      const isNew = !seen.has(etag)
      expect({ step, isNew, isLast: etag === last }).toEqual({
        step,
        isNew: what === 'shows',
        isLast: what !== 'shows',
      })
      seen.add(etag)
      last = etag
    }
  })

  it('is another for each role, so that a change of role is seen', async () => {
    const calendar = await eventCalendar(site)
    const guest = await calendar.guest(site, 'freeBusyReader')
    const etags = new Set([(await calendar.list({}, guest)).etag])
    for (const role of ['reader', 'writer', 'owner']) {
      await calendar.share(guest, role)
      etags.add((await calendar.list({}, guest)).etag)
    }
    expect(etags.size).toBe(4)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('does not depend on how the list is shown', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add()
    const { etag } = await calendar.list()
    const shapes: readonly Query[] = [
      { prettyPrint: false },
      { timeZone: 'Asia/Tokyo' },
      { maxAttendees: 1 },
      { fields: 'etag' },
    ]
    for (const query of shapes) expect((await calendar.list(query)).etag).toBe(etag)
  })

  it('answers 304 to who has it, until something changes', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add()
    for (const query of [{}, { singleEvents: true, orderBy: 'startTime' }, { q: 'x' }]) {
      const { etag } = (await calendar.ask(query)).headers
      const held = await calendar.ask(query, calendar.owner, { 'If-None-Match': etag! })
      expect(held).toMatchObject({ status: 304, text: '' })
      expect(held.headers.etag).toBe(etag)
      await calendar.patch(id, { summary: JSON.stringify(query) })
      const fresh = await calendar.ask(query, calendar.owner, { 'If-None-Match': etag! })
      expect(fresh.status).toBe(200)
    }
  })
})
