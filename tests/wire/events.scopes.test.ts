import { expect, it } from 'vitest'
import { share } from '../support/listed-calendars.ts'
import { at, daily, type EventCalendar, eventCalendar } from '../support/listed-events.ts'
import { expectRefusal, insufficientPermissions } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

onEveryEngine('the scopes of a token', (site) => {
  const again = ({ email }: WireUser, ...scopes: string[]) => site.user({ email, scopes })

  const reads = async (calendar: EventCalendar, reader: WireUser) => {
    const { id } = (await calendar.items({ singleEvents: true }))[0]!
    const replies = [
      await calendar.ask({}, reader),
      await reader.get(calendar.eventPath(id!)),
      await reader.get(`${calendar.eventPath(id!)}/instances`),
    ]
    return replies
  }

  it('calendar.events.public.readonly reaches public calendars only', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'Open', ...daily() })
    const owner = await again(calendar.owner, 'calendar.events.public.readonly')
    const stranger = await site.user({ scopes: ['calendar.events.public.readonly'] })
    for (const reply of await reads(calendar, owner)) expectRefusal(reply, insufficientPermissions)
    await share(calendar.owner, calendar.id, { with: 'default', as: 'freeBusyReader' })
    for (const user of [owner, stranger]) {
      expectRefusal(await calendar.ask({}, user), insufficientPermissions)
    }
    await share(calendar.owner, calendar.id, { with: 'default', as: 'reader' })
    for (const user of [owner, stranger]) {
      for (const { status } of await reads(calendar, user)) expect(status).toBe(200)
      expect(await calendar.titles({}, user)).toEqual(['Open'])
    }
    expectRefusal(await owner.post(calendar.events, {}), insufficientPermissions)
  })

  it('calendar.app.created reaches the calendars that the same program has created', async () => {
    const email = 'maker@example.com'
    const scopes = ['calendar.app.created']
    const maker = await site.user({ email, scopes, clientId: 'planner' })
    const { path } = await maker.newCalendar()
    const made = await maker.post(`${path}/events`, at('10:00', '11:00'))
    expect(made.status).toBe(200)
    expect((await maker.get(`${path}/events`)).json.items).toHaveLength(1)
    const others = await site.user({ email, scopes, clientId: 'other' })
    const everything = await site.user({ email, clientId: 'other' })
    const { path: foreign } = await everything.newCalendar()
    for (const [user, events] of [
      [others, `${path}/events`],
      [maker, `${foreign}/events`],
      [maker, '/calendars/primary/events'],
    ] as const) {
      expectRefusal(await user.get(events), insufficientPermissions)
      expectRefusal(await user.post(events, at('10:00', '11:00')), insufficientPermissions)
    }
    expect((await everything.get(`${path}/events`)).json.items).toHaveLength(1)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  // Scenario 3.
  it('calendar.events.readonly lets events be read, and nothing else be done', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ ...daily() })
    const reader = await again(calendar.owner, 'calendar.events.readonly')
    for (const { status } of await reads(calendar, reader)) expect(status).toBe(200)
    expectRefusal(await reader.post(calendar.events, at('10:00', '11:00')), insufficientPermissions)
    expectRefusal(await reader.get('/colors'), insufficientPermissions)
    expectRefusal(await reader.get('/users/me/calendarList'), insufficientPermissions)
    expectRefusal(await reader.get(calendar.path), insufficientPermissions)
    expect(await calendar.items()).toHaveLength(1)
  })

  it('calendar.events.owned reaches owned calendars only', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ ...daily() })
    const guest = await calendar.guest(site, 'writer')
    for (const scope of ['calendar.events.owned', 'calendar.events.owned.readonly']) {
      const owner = await again(calendar.owner, scope)
      for (const { status } of await reads(calendar, owner)) expect(status).toBe(200)
      const narrowed = await again(guest, scope)
      for (const reply of await reads(calendar, narrowed)) {
        expectRefusal(reply, insufficientPermissions)
      }
      const reply = await narrowed.post(calendar.events, at('10:00', '11:00'))
      expectRefusal(reply, insufficientPermissions)
    }
    const writes = await again(calendar.owner, 'calendar.events.owned')
    expect((await writes.post(calendar.events, at('10:00', '11:00'))).status).toBe(200)
    const onlyReads = await again(calendar.owner, 'calendar.events.owned.readonly')
    const reply = await onlyReads.post(calendar.events, at('10:00', '11:00'))
    expectRefusal(reply, insufficientPermissions)
    await calendar.share(guest, 'owner')
    const now = await again(guest, 'calendar.events.owned.readonly')
    expect((await calendar.ask({}, now)).status).toBe(200)
  })

  it('calendar.events.freebusy shows busy times, and no more', async () => {
    const calendar = await eventCalendar(site)
    const { id } = await calendar.add({ summary: 'Secret', ...daily() })
    await calendar.add({ summary: 'Shown', visibility: 'public' })
    const narrowed = await again(calendar.owner, 'calendar.events.freebusy')
    const { json, text } = await calendar.ask({}, narrowed)
    expect(json.accessRole).toBe('freeBusyReader')
    expect(json.items).toHaveLength(4)
    expect(text).not.toContain('Secret')
    expect(text).toContain('Shown')
    expect(await calendar.items({ q: 'secret' }, narrowed)).toEqual([])
    for (const reply of await reads(calendar, narrowed)) {
      expect(reply.status).toBe(200)
      expect(reply.text).not.toContain('Secret')
    }
    const one = await narrowed.get(calendar.eventPath(id))
    expect(one.json).toMatchObject({ id, visibility: 'private' })
  })

  it('are added up: the widest one counts', async () => {
    const calendar = await eventCalendar(site)
    await calendar.add({ summary: 'Secret' })
    const wide = await again(calendar.owner, 'calendar.events.freebusy', 'calendar.readonly')
    expect(await calendar.list({}, wide)).toMatchObject({
      accessRole: 'owner',
      items: [{ summary: 'Secret' }],
    })
    const guest = await calendar.guest(site, 'reader')
    const mixed = await again(guest, 'calendar.events.freebusy', 'calendar.events.owned')
    expect(await calendar.list({}, mixed)).toMatchObject({ accessRole: 'freeBusyReader' })
  })

  it.each(['calendar.freebusy', 'calendar.acls', 'calendar.calendars', 'calendar.calendarlist'])(
    '%s does not reach events',
    async (scope) => {
      const calendar = await eventCalendar(site)
      const narrowed = await again(calendar.owner, scope)
      expectRefusal(await calendar.ask({}, narrowed), insufficientPermissions)
    },
  )

  it('that narrow visibility narrow what a sync token reports', async () => {
    const calendar = await eventCalendar(site)
    const syncToken = await calendar.syncToken()
    const narrowed = await again(calendar.owner, 'calendar.events.freebusy')
    expectRefusal(await calendar.ask({ syncToken }, narrowed), {
      status: 410,
      reason: 'fullSyncRequired',
    })
    const reduced = await calendar.syncToken({}, narrowed)
    await calendar.add({ summary: 'Secret' })
    const [told] = await calendar.changes(reduced, {}, narrowed)
    expect(told).not.toHaveProperty('summary')
  })
})
