import { beforeAll, expect, it } from 'vitest'
import { CalendarEvents, hour, primaryEvents, secondaryEvents } from '../support/event-bodies.ts'
import { expectRefusal } from '../support/refusal.ts'
import { runAlmanac } from '../support/server.ts'
import { newServiceAccount, type TestServiceAccount } from '../support/service-account.ts'
import { onEmbeddedServer, onServers } from '../support/sites.ts'
import { WireUser } from '../support/wire-user.ts'

const guest = (name: string, more: object = {}) => ({ email: `${name}@elsewhere.test`, ...more })
const asked = { responseStatus: 'needsAction' }
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => guest(`guest${index}`, asked))

onServers('attendees of events', (site) => {
  it('are kept as they are given, in their order', async () => {
    const events = await primaryEvents(site)
    const attendees = [
      guest('zoe', {
        displayName: 'Zoë',
        optional: true,
        responseStatus: 'declined',
        comment: 'Away',
        additionalGuests: 3,
      }),
      guest('room', { resource: true, responseStatus: 'accepted' }),
      guest('ann', { responseStatus: 'tentative' }),
      guest('bob', asked),
    ]
    const event = await events.make({ attendees })
    expect(event.attendees).toEqual(attendees)
    expect(await events.read(event.id)).toEqual(event)
    expect((await events.list()).items).toEqual([event])
    expect((await events.put(event.id, event)).json).toEqual(event)
  })

  it('may be named by mailto: addresses, and get their copies', async () => {
    const [events, bob] = [await primaryEvents(site), await primaryEvents(site)]
    const { id, attendees } = await events.make({
      attendees: [{ email: 'mailto:Ann@Elsewhere.Test' }, { email: `MAILTO:${bob.user.email}` }],
    })
    expect(attendees).toEqual([guest('ann', asked), { email: bob.user.email, ...asked }])
    expect((await bob.read(id)).id).toBe(id)
  })

  it('are unchanged by a list that is marked as partial', async () => {
    const events = await primaryEvents(site)
    const self = { email: events.user.email }
    const event = await events.make({ attendees: [guest('ann'), self, guest('bob')] })
    const { json } = await events.patch(event.id, {
      attendees: [{ ...self, responseStatus: 'accepted' }, guest('eve')],
      attendeesOmitted: true,
    })
    expect(json.attendees).toEqual([
      guest('ann', asked),
      { ...self, responseStatus: 'accepted', organizer: true, self: true },
      guest('bob', asked),
    ])
    const shown = await events.read(event.id, '?maxAttendees=1')
    const { json: put } = await events.put(event.id, shown)
    expect(put).toEqual(json)
    expect(put).not.toHaveProperty('attendeesOmitted')
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('have not answered unless they have, and defaults are omitted', async () => {
    const events = await primaryEvents(site)
    const { attendees } = await events.make({
      attendees: [
        guest('ann', { displayName: '', optional: false, resource: false, additionalGuests: 0 }),
        guest('bob', { responseStatus: '', comment: '' }),
      ],
    })
    expect(attendees).toEqual([guest('ann', asked), guest('bob', asked)])
  })

  it('are identified by their address in any case, and are listed once', async () => {
    const events = await primaryEvents(site)
    const { attendees } = await events.make({
      attendees: [
        { email: 'Ann@Elsewhere.Test', responseStatus: 'accepted' },
        { email: 'ann@elsewhere.test', responseStatus: 'declined' },
      ],
    })
    expect(attendees).toEqual([guest('ann', { responseStatus: 'accepted' })])
  })

  it('do not get the organizer added, but show it if it is given', async () => {
    const ann = await site.user()
    const events = new CalendarEvents(ann, 'primary')
    const { attendees } = await events.make({
      attendees: [guest('bob', { organizer: true, self: true }), { email: ann.email }],
    })
    expect(attendees).toEqual([
      guest('bob', asked),
      { email: ann.email, ...asked, organizer: true, self: true },
    ])
    const { calendar } = await ann.newCalendar()
    const team = await new CalendarEvents(ann, calendar.id!).make({
      attendees: [{ email: ann.email }],
    })
    expect(team.attendees).toEqual([{ email: ann.email, ...asked }])
  })

  it('are replaced as a whole by a patch, and reset to needsAction if it omits a response', async () => {
    const events = await primaryEvents(site)
    const { id } = await events.make({
      attendees: [guest('ann', { responseStatus: 'accepted' }), guest('bob')],
    })
    const { json } = await events.patch(id, { attendees: [guest('ann'), guest('eve')] })
    expect(json.attendees).toEqual([guest('ann', asked), guest('eve', asked)])
    expect((await events.patch(id, { summary: 'x' })).json.attendees).toEqual(json.attendees)
    for (const attendees of [[], null]) {
      await events.patch(id, { attendees: [guest('ann')] })
      expect((await events.patch(id, { attendees })).json).not.toHaveProperty('attendees')
    }
  })

  it('stay what they were first, rooms or not', async () => {
    const events = await primaryEvents(site)
    const room = guest('room', { resource: true, ...asked })
    const { id } = await events.make({ attendees: [room, guest('ann')] })
    const turned = [guest('room'), guest('ann', { resource: true })]
    const { json } = await events.patch(id, { attendees: turned })
    expect(json.attendees).toEqual([
      expect.objectContaining({ resource: true }),
      guest('ann', asked),
    ])
  })

  it('beyond the number asked for are omitted, except for the calendar itself', async () => {
    const events = await primaryEvents(site)
    const self = { email: events.user.email }
    const body = { attendees: [guest('ann'), guest('bob'), self] }
    const reply = await events.insert({ ...hour, ...body }, '?maxAttendees=2')
    const few = {
      attendees: [{ ...self, ...asked, organizer: true, self: true }],
      attendeesOmitted: true,
    }
    expect(reply.json).toMatchObject(few)
    const id = reply.json.id!
    const whole = await events.read(id)
    expect(whole.attendees).toHaveLength(3)
    expect(whole).not.toHaveProperty('attendeesOmitted')
    expect(await events.read(id, '?maxAttendees=3')).toEqual(whole)
    expect(await events.read(id, '?maxAttendees=1')).toEqual({ ...whole, ...few })
    expect((await events.patch(id, { summary: 'x' }, '?maxAttendees=1')).json).toMatchObject(few)
    expect((await events.put(id, whole, '?maxAttendees=1')).json).toMatchObject(few)
    expect((await events.read(id)).attendees).toEqual(whole.attendees)
  })

  it('have rights that are kept if they are not the usual ones', async () => {
    const events = await secondaryEvents(site)
    const rights = {
      guestsCanInviteOthers: false,
      guestsCanModify: true,
      guestsCanSeeOtherGuests: false,
      anyoneCanAddSelf: true,
    }
    const event = await events.make(rights)
    expect(event).toMatchObject(rights)
    const { json } = await events.patch(event.id, { guestsCanModify: false })
    expect(json).not.toHaveProperty('guestsCanModify')
    expect(json).toMatchObject({ guestsCanInviteOthers: false, guestsCanSeeOtherGuests: false })
  })

  it('are 200 at most', async () => {
    const events = await primaryEvents(site)
    const event = await events.make({ attendees: many(200) })
    expect(event.attendees).toEqual(many(200))
    const refusal = { status: 400, reason: 'invalid' }
    for (const count of [201, 10_000, 10_001]) {
      expectRefusal(await events.insert({ ...hour, attendees: many(count) }), refusal)
      expectRefusal(await events.patch(event.id, { attendees: many(count) }), refusal)
    }
    expect((await events.list()).items).toEqual([event])
  })

  it.each([
    ['without an address', { displayName: 'Ann' }, 'required', 'Missing attendee email.'],
    ['with a blank address', { email: ' ' }, 'required', 'Missing attendee email.'],
    ['with a name as an address', { email: 'Ann' }, 'invalid', 'Invalid attendee email.'],
    ['with an address in brackets', { email: '<a@x.test>' }, 'invalid', 'Invalid attendee email.'],
    ['with two addresses', { email: 'a@x.test,b@x.test' }, 'invalid', 'Invalid attendee email.'],
    ['with an unknown answer', guest('ann', { responseStatus: 'maybe' }), 'invalid', undefined],
    ['with fewer than no guests', guest('ann', { additionalGuests: -1 }), 'invalid', undefined],
    ['that are texts', 'ann@elsewhere.test', 'invalid', undefined],
  ])('are refused %s, and nothing changes', async (_, attendee, reason, message) => {
    const events = await primaryEvents(site)
    const event = await events.make({ attendees: [guest('bob')] })
    const refusal = { status: 400, reason, ...(message && { message }) }
    const attendees = [guest('bob'), attendee]
    expectRefusal(await events.insert({ ...hour, attendees }), refusal)
    expectRefusal(await events.put(event.id, { ...hour, attendees }), refusal)
    expectRefusal(await events.patch(event.id, { attendees }), refusal)
    expect((await events.list()).items).toEqual([event])
  })
})

// Scenario 91
onEmbeddedServer('a service account that adds events', (site) => {
  let account: TestServiceAccount
  beforeAll(async () => {
    account = await newServiceAccount(site, 'inviter')
  })
  const refusal = { status: 403, reason: 'forbiddenForServiceAccounts', domain: 'calendar' }

  it('cannot invite on its own behalf', async () => {
    const { client_email: email } = account.file
    const self = new WireUser(site, { email, token: account.selfSigned() })
    const events = new CalendarEvents(self, 'primary')
    const event = await events.make({ attendees: [] })
    expect(event.creator).toEqual({ email, self: true })
    expectRefusal(await events.insert({ ...hour, attendees: [guest('ann')] }), refusal)
    expectRefusal(await events.patch(event.id, { attendees: [guest('ann')] }), refusal)
    const put = await events.put(event.id, { ...hour, attendees: [guest('ann')] })
    expectRefusal(put, refusal)
    expect((await events.list()).items).toEqual([event])
  })

  it('keeps those whom others have invited', async () => {
    const events = await secondaryEvents(site)
    const { client_email: email } = account.file
    const rule = { role: 'writer', scope: { type: 'user', value: email } }
    await events.user.post(`/calendars/${events.calendarId}/acl`, rule)
    const { id } = await events.make({ attendees: [guest('ann')] })
    const self = events.as(new WireUser(site, { email, token: account.selfSigned() }))
    const { json } = await self.put(id, { ...(await self.read(id)), summary: 'Renamed' })
    expect(json).toMatchObject({ summary: 'Renamed', attendees: [guest('ann', asked)] })
    const more = await self.patch(id, { attendees: [guest('ann'), guest('bob')] })
    expectRefusal(more, refusal)
    expect(await self.read(id)).toEqual(json)
  })

  it('invites in the name of a user for whom it may act', async () => {
    const ann = await site.user()
    const scope = 'https://www.googleapis.com/auth/calendar'
    const words = ['service-account', 'delegate', account.file.client_email, '--scope', scope]
    expect((await runAlmanac(words, site.place.environment)).code).toBe(0)
    const { json } = await site.call('/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: account.assertion({ sub: ann.email, scope }),
      }).toString(),
    })
    const acting = new WireUser(site, { email: ann.email, token: json.access_token as string })
    const event = await new CalendarEvents(acting, 'primary').make({ attendees: [guest('bob')] })
    expect(event).toMatchObject({
      creator: { email: ann.email, self: true },
      attendees: [guest('bob', asked)],
    })
  })
})
