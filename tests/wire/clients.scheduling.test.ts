import { beforeAll, expect, it } from 'vitest'
import { eventsOf, hourOn, walk } from '../support/imported-events.ts'
import { expectRefusal } from '../support/refusal.ts'
import { runAlmanac } from '../support/server.ts'
import { newServiceAccount, type TestServiceAccount } from '../support/service-account.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import { WireUser } from '../support/wire-user.ts'

const scope = 'https://www.googleapis.com/auth/calendar'

onEmbeddedServer('a scheduling product', (site) => {
  const booking = (email: string) => ({
    summary: 'Booked',
    ...hourOn(4),
    iCalUID: 'booking-1@scheduling.example',
    attendees: [
      { email, id: '7', organizer: true, responseStatus: 'accepted', language: 'en' },
      { email: 'guest@example.com', id: '8' },
    ],
    conferenceData: {
      createRequest: { requestId: 'r1', conferenceSolutionKey: { type: 'hangoutsMeet' } },
    },
  })
  const query = '?conferenceDataVersion=1&sendUpdates=none'

  it('books with a conference whose link it reads at once, reschedules and cancels', async () => {
    const user = await site.user()
    const { status, json } = await user.post(`${eventsOf()}${query}`, booking(user.email))
    expect(status).toBe(200)
    expect(json).toMatchObject({
      iCalUID: 'booking-1@scheduling.example',
      hangoutLink: expect.stringMatching(/^https:/),
      conferenceData: { createRequest: { status: { statusCode: 'success' } } },
    })

    const moved = { ...booking(user.email), ...hourOn(5), conferenceData: json.conferenceData }
    const path = `${eventsOf()}/${json.id}`
    const put = await user.put(`${path}${query}`, moved)
    expect(put.json).toMatchObject({ hangoutLink: json.hangoutLink, start: hourOn(5).start })
    expect((await user.delete(`${path}?sendUpdates=all`)).status).toBe(204)
    // It takes this for an event that it need not cancel any more.
    expectRefusal(await user.delete(`${path}?sendUpdates=all`), { status: 410, reason: 'deleted' })
  })

  it('books a series and shows the first of its instances', async () => {
    const user = await site.user()
    const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=4']
    const body = { ...booking(user.email), recurrence }
    const { json } = await user.post(`${eventsOf()}${query}`, body)
    const { items } = await walk(user, `${eventsOf()}/${json.id}/instances`)
    expect(items).toHaveLength(4)
    expect(items[0]).toMatchObject({ hangoutLink: json.hangoutLink, recurringEventId: json.id })
  })

  let account: TestServiceAccount
  beforeAll(async () => {
    account = await newServiceAccount(site, 'scheduler')
    const words = ['service-account', 'delegate', account.file.client_email, '--scope', scope]
    const { code, stderr } = await runAlmanac(words, site.place.environment)
    if (code !== 0) throw new Error(stderr)
  })

  /** The account itself, or in the name of a user. */
  async function program(sub?: string): Promise<WireUser> {
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: account.assertion(sub === undefined ? {} : { sub }),
    }).toString()
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const { json } = await site.call('/token', { method: 'POST', headers, body })
    const email = sub ?? account.file.client_email
    return new WireUser(site, { email, token: String(json.access_token) })
  }

  it('cannot invite as a bare service account, but on behalf of a user', async () => {
    const user = await site.user()
    const bare = await program()
    const refused = await bare.post(`${eventsOf()}${query}`, booking(bare.email))
    expectRefusal(refused, { status: 403, reason: 'forbiddenForServiceAccounts' })
    expect((await walk(bare, eventsOf())).items).toEqual([])
    const alone = await bare.post(eventsOf(), { summary: 'Alone', ...hourOn(4) })
    expect(alone.status).toBe(200)

    const delegate = await program(user.email)
    const booked = await delegate.post(`${eventsOf()}${query}`, booking(user.email))
    expect([booked.status, booked.json.creator]).toMatchObject([200, { email: user.email }])
    expect((await walk(user, eventsOf())).items).toHaveLength(1)
  })
})
