import { afterAll, beforeAll, expect, it } from 'vitest'
import { CalendarProgram, ics, vevent } from '../support/caldav.ts'
import { as, until } from '../support/calling.ts'
import { told, walk } from '../support/imported-events.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'
import type { WireUser } from '../support/wire-user.ts'

const path = '/almanac/v1/users/me/subscriptions'
const own = (user: WireUser) => as(user.base, user.token)
const eventsOf = (id: string) => `/calendars/${encodeURIComponent(id)}/events`

const event = (uid: string, day: string, ...lines: string[]) =>
  vevent(`UID:${uid}`, `DTSTART:${day}T090000Z`, `DTEND:${day}T100000Z`, ...lines)

interface Subscription {
  readonly calendarId: string
  readonly summary?: string
  readonly lastAttempt?: string
  readonly lastRefresh?: string
  readonly nextRefresh: string
  readonly error?: string
  readonly skippedEvents: number
}

onEveryEngine('subscriptions', (site) => {
  let receiver: WebhookReceiver
  beforeAll(async () => {
    receiver = await WebhookReceiver.open()
  })
  afterAll(() => receiver[Symbol.asyncDispose]())

  /** A feed that can be changed, with an etag that follows from its text. */
  function feed(text: string) {
    const state = { text, status: 200 }
    const address = receiver.address((response, { headers }) => {
      const etag = `"${state.text.length}-${state.text.split('\n').length}"`
      const isKnown = headers['if-none-match'] === etag && state.status === 200
      response.writeHead(isKnown ? 304 : state.status, { ETag: etag })
      response.end(isKnown ? undefined : state.text)
    })
    return { state, address }
  }

  const listed = async (user: WireUser): Promise<Subscription[]> =>
    (await own(user).get(path)).json.items as unknown as Subscription[]

  /** The subscription after an attempt that is later than the given one. */
  async function attempted(user: WireUser, id: string, before?: string): Promise<Subscription> {
    const items = await until(
      () => listed(user),
      (all) => {
        const found = all.find(({ calendarId }) => calendarId === id)
        return found?.lastAttempt !== undefined && found.lastAttempt !== before
      },
    )
    return items.find(({ calendarId }) => calendarId === id)!
  }

  async function subscribed(user: WireUser, address: string, summary?: string) {
    const { status, json } = await own(user).post(path, { address, summary })
    expect(status).toBe(200)
    return attempted(user, json.calendarId as string)
  }

  const advance = (duration: string) =>
    site.call('/_almanac/clock', { method: 'POST', body: { advance: duration } })

  /** Lets time pass until feeds are read again. */
  async function refreshed(user: WireUser, { calendarId, lastAttempt }: Subscription) {
    await advance('PT25H')
    return attempted(user, calendarId, lastAttempt)
  }

  const summaries = async (user: WireUser, id: string) =>
    (await walk(user, eventsOf(id))).items.map(({ summary }) => summary).sort()

  it('show the events of a feed, named after it', async () => {
    const user = await site.user()
    const { address } = feed(
      ics(
        'X-WR-CALNAME:Waste\\, north',
        event(
          'a@x',
          '20260504',
          'SUMMARY:Paper',
          'ATTENDEE:mailto:x@almanac.test',
          'CLASS:PRIVATE',
        ),
        vevent(
          'UID:b@x',
          'DTSTART;VALUE=DATE:20260505',
          'RRULE:FREQ=WEEKLY;COUNT=3',
          'SUMMARY:Glass',
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          'TRIGGER:-PT5M',
          'END:VALARM',
        ),
        vevent(
          'UID:b@x',
          'RECURRENCE-ID;VALUE=DATE:20260512',
          'DTSTART;VALUE=DATE:20260513',
          'SUMMARY:Glass later',
        ),
      ),
    )
    const subscription = await subscribed(user, address)
    expect(subscription).toMatchObject({ skippedEvents: 0, lastRefresh: subscription.lastAttempt })
    const { calendarId: id } = subscription
    expect(await summaries(user, id)).toEqual(['Glass', 'Glass later', 'Paper'])
    const { json: entry } = await user.get(`/users/me/calendarList/${encodeURIComponent(id)}`)
    expect(entry).toMatchObject({ summary: 'Waste, north', accessRole: 'reader' })
    const { items } = await walk(user, eventsOf(id))
    const paper = items.find(({ summary }) => summary === 'Paper')!
    expect(paper).not.toHaveProperty('attendees')
    expect(paper).not.toHaveProperty('visibility')
  })

  it('apply differences only, so that sync tokens report what has changed', async () => {
    const user = await site.user()
    const { state, address } = feed(
      ics(
        event('a@x', '20260504', 'SUMMARY:A'),
        event('b@x', '20260505', 'SUMMARY:B'),
        event('c@x', '20260506', 'SUMMARY:C'),
      ),
    )
    const first = await subscribed(user, address, 'Mine')
    const { calendarId: id } = first
    const { items, nextSyncToken } = await walk(user, eventsOf(id))
    const ids = new Map(items.map(({ summary, id }) => [summary, id!]))
    const unchanged = await refreshed(user, first)
    expect(receiver.at(address).at(-1)!.headers['if-none-match']).toBeDefined()
    expect(await told(user, id, nextSyncToken!)).toEqual({})
    state.text = ics(
      event('a@x', '20260504', 'SUMMARY:A').replace('20260101T000000Z', '20260202T000000Z'),
      event('b@x', '20260505', 'SUMMARY:B', 'LOCATION:Yard'),
      event('d@x', '20260507', 'SUMMARY:D'),
    )
    const last = await refreshed(user, unchanged)
    const changes = await told(user, id, nextSyncToken!)
    expect(changes[ids.get('B')!]).toBe('confirmed')
    expect(changes[ids.get('C')!]).toBe('cancelled')
    expect(Object.keys(changes)).toHaveLength(3)
    expect(changes).not.toHaveProperty(ids.get('A')!)
    expect(last.summary).toBe('Mine')
  })

  it('are refreshed although the clock was set back', async () => {
    const user = await site.user()
    const { calendarId, lastAttempt } = await subscribed(user, feed(ics()).address)
    await advance('-P2D')
    await advance('PT5M')
    expect((await attempted(user, calendarId, lastAttempt)).lastAttempt! < lastAttempt!).toBe(true)
  })

  it('cannot be changed by anybody, on any wire', async () => {
    const user = await site.user()
    const { calendarId: id } = await subscribed(
      user,
      feed(ics(event('a@x', '20260504', 'SUMMARY:A'))).address,
    )
    const needsWriter = { status: 403, reason: 'requiredAccessLevel' }
    const body = { start: { date: '2026-05-04' }, end: { date: '2026-05-05' } }
    expectRefusal(await user.post(eventsOf(id), body), needsWriter)
    const [{ id: eventId }] = (await walk(user, eventsOf(id))).items as [{ id: string }]
    expectRefusal(await user.patch(`${eventsOf(id)}/${eventId}`, { summary: 'x' }), needsWriter)
    const rule = { role: 'reader', scope: { type: 'default' } }
    const asOwner = await user.post(`/calendars/${encodeURIComponent(id)}/acl`, rule)
    expectRefusal(asOwner, { status: 403, reason: 'forbidden' })
    const program = new CalendarProgram(user)
    const object = ics(event('z@x', '20260504'))
    expect((await program.put(`${program.calendar(id)}z.ics`, object)).status).toBe(403)
    expect([...(await program.objects(program.calendar(id))).values()].join()).toContain(
      'SUMMARY:A',
    )
  })

  it('belong to their user, who can delete the calendar or refresh it', async () => {
    const [user, stranger] = [await site.user(), await site.user()]
    const { address } = feed(ics(event('a@x', '20260504')))
    const { calendarId: id } = await subscribed(user, address)
    const refresh = `${path}/${encodeURIComponent(id)}/refresh`
    expectRefusal(await own(stranger).post(refresh), notFound)
    expectRefusal(await own(user).post(`${path}/primary/refresh`), notFound)
    expect(await listed(stranger)).toEqual([])
    expect((await own(user).post(refresh)).status).toBe(200)
    const program = new CalendarProgram(user)
    expect((await program.call('DELETE', program.calendar(id))).status).toBe(204)
    expect(await listed(user)).toEqual([])
    expectRefusal(await own(user).post(refresh), notFound)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('keep their events when a feed is broken, and report the error', async () => {
    const user = await site.user()
    const good = ics(event('a@x', '20260504', 'SUMMARY:A'))
    const { state, address } = feed(good)
    let subscription = await subscribed(user, address)
    const { calendarId: id, lastRefresh } = subscription
    const broken: [Partial<typeof state>, RegExp][] = [
      [{ status: 500 }, /answered 500/],
      [{ status: 200, text: '<html>Sign in</html>' }, /not one complete iCalendar/],
      [{ text: good.replace('END:VCALENDAR', '') }, /not one complete iCalendar/],
    ]
    for (const [change, message] of broken) {
      Object.assign(state, change)
      subscription = await refreshed(user, subscription)
      expect(subscription.error).toMatch(message)
      expect(subscription.lastRefresh).toBe(lastRefresh)
      expect(await summaries(user, id)).toEqual(['A'])
    }
    Object.assign(state, { text: ics(event('a@x', '20260504', 'SUMMARY:Back')) })
    expect((await refreshed(user, subscription)).error).toBeUndefined()
    expect(await summaries(user, id)).toEqual(['Back'])
  })

  it('skip events that cannot be stored, and keep what there was of them', async () => {
    const user = await site.user()
    const { state, address } = feed(ics(event('a@x', '20260504', 'SUMMARY:A')))
    const first = await subscribed(user, address)
    state.text = ics(
      vevent('UID:a@x', 'DTSTART:20269999T090000Z', 'SUMMARY:A2'),
      event('b@x', '20260505', 'SUMMARY:B'),
    )
    expect((await refreshed(user, first)).skippedEvents).toBe(1)
    expect(await summaries(user, first.calendarId)).toEqual(['A', 'B'])
  })

  it('leave out changed instances that their series no longer has', async () => {
    const user = await site.user()
    const changed = (day: string) =>
      event('a@x', day, `RECURRENCE-ID:${day}T090000Z`, `SUMMARY:Changed ${day}`)
    const series = event('a@x', '20260504', 'RRULE:FREQ=DAILY;COUNT=2', 'SUMMARY:A')
    const { address } = feed(ics(series, changed('20260505'), changed('20260520')))
    const { calendarId, skippedEvents } = await subscribed(user, address)
    expect(skippedEvents).toBe(0)
    expect(await summaries(user, calendarId)).toEqual(['A', 'Changed 20260505'])
    const program = new CalendarProgram(user)
    const [text = ''] = (await program.objects(program.calendar(calendarId))).values()
    expect(text.match(/^SUMMARY:.*$/gm)).toEqual(['SUMMARY:A', 'SUMMARY:Changed 20260505'])
  })

  it('have addresses of calendar programs, which mean HTTPS', async () => {
    const user = await site.user()
    // Nothing listens there, so that the address alone is seen.
    const { status, json } = await own(user).post(path, { address: 'WebCal://127.0.0.1:9/a.ics#b' })
    expect([status, json.address]).toEqual([200, 'https://127.0.0.1:9/a.ics'])
    expect((await attempted(user, json.calendarId as string)).error).toBeDefined()
  })

  it('accept web addresses only', async () => {
    const user = await site.user()
    for (const address of ['', 'ftp://example.com/a.ics', 'https://me:secret@example.com/a.ics']) {
      const { status } = await own(user).post(path, { address })
      expect(status, address).toBe(400)
    }
    const reader = await site.user({ email: user.email, scopes: ['calendar.readonly'] })
    const refused = await own(reader).post(path, { address: 'https://example.com/a.ics' })
    expectRefusal(refused, { status: 403, reason: 'insufficientPermissions' })
    expect(await listed(user)).toEqual([])
  })
})
