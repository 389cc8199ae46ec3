import { expect, it } from 'vitest'
import { CalendarProgram, ics, responsesIn, vevent } from '../support/caldav.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const day = { start: { date: '2030-01-01' }, end: { date: '2030-01-02' } }
const full = { status: 403, reason: 'quotaExceeded', domain: 'usageLimits' }
const path = '/calendars/primary/events'

const insert = (user: WireUser, event: object = {}, calendar = 'primary') =>
  user.post(`/calendars/${calendar}/events`, { ...day, ...event })

async function insertAll(user: WireUser, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) {
    const { status, json } = await insert(user)
    expect(status).toBe(200)
    ids.push(json.id!)
  }
  return ids
}

onEmbeddedServer(
  'events where the calendars of a user can hold three',
  (site) => {
    it('are rejected beyond that on every calendar of the user, by every method', async () => {
      const user = await site.user()
      const { calendar } = await user.newCalendar({})
      await insertAll(user, 3)
      expectRefusal(await insert(user), full)
      expectRefusal(await insert(user, {}, calendar.id), full)
      expectRefusal(await user.post(`${path}/quickAdd?text=Lunch%20tomorrow`), full)
      const imported = { ...day, iCalUID: 'one@elsewhere.test' }
      expectRefusal(await user.post(`${path}/import`, imported), full)
      const listed = await user.get(path)
      expect(listed.json.items).toHaveLength(3)
      expect((await insert(await site.user())).status).toBe(200)
    })

    it('can be changed and deleted, and leave room for others', async () => {
      const user = await site.user()
      const [first] = await insertAll(user, 3)
      const changed = await user.patch(`${path}/${first}`, { summary: 'Changed' })
      expect(changed.status).toBe(200)
      expect((await user.delete(`${path}/${first}`)).status).toBe(204)
      expect((await insert(user)).status).toBe(200)
      expectRefusal(await insert(user), full)
    })

    it('include instances that differ from their series; leaving one out is always possible', async () => {
      const user = await site.user()
      const series = await insert(user, { recurrence: ['RRULE:FREQ=DAILY;COUNT=9'] })
      await insertAll(user, 1)
      const instance = (date: string) => `${path}/${series.json.id}_${date}`
      const rename = (date: string, summary: string) => user.patch(instance(date), { summary })
      expect((await rename('20300102', 'Two')).status).toBe(200)
      expectRefusal(await rename('20300103', 'Three'), full)
      expect((await rename('20300102', 'Second')).status).toBe(200)
      expect((await user.delete(instance('20300104'))).status).toBe(204)
    })

    it('count for the owner of the calendar, also when another user writes or moves them there', async () => {
      const [owner, writer] = [await site.user(), await site.user()]
      const rule = { role: 'writer', scope: { type: 'user', value: writer.email } }
      expect((await owner.post('/calendars/primary/acl', rule)).status).toBe(200)
      await insertAll(owner, 3)
      expectRefusal(await insert(writer, {}, owner.email), full)
      const [id] = await insertAll(writer, 1)
      expectRefusal(await writer.post(`${path}/${id}/move?destination=${owner.email}`), full)
      expect((await writer.get(`${path}/${id}`)).json.status).toBe('confirmed')
      expect((await insert(writer)).status).toBe(200)
    })

    it('of an invitation reach an attendee who has no room left', async () => {
      const [guest, host] = [await site.user(), await site.user()]
      await insertAll(guest, 3)
      const invited = await insert(host, { attendees: [{ email: guest.email }] })
      expect(invited.status).toBe(200)
      expect((await guest.get(`${path}/${invited.json.id}`)).status).toBe(200)
    })
  },
  { ALMANAC_EVENTS_PER_USER_MAX: '3' },
)

onEmbeddedServer(
  'events where those of a user can take 3,000 bytes',
  (site) => {
    const description = 'x'.repeat(1_500)

    it('are refused when they are larger, new ones and changes', async () => {
      const user = await site.user()
      const [id] = await insertAll(user, 1)
      expect((await insert(user, { description })).status).toBe(200)
      expectRefusal(await insert(user, { description }), full)
      expectRefusal(await user.patch(`${path}/${id}`, { description }), full)
      expect((await user.patch(`${path}/${id}`, { summary: 'Short' })).status).toBe(200)
    })

    it('include what calendar programs send beside them', async () => {
      const program = new CalendarProgram(await site.user())
      const put = (name: string, length: number) =>
        program.put(
          `${program.calendar()}${name}.ics`,
          ics(vevent(`UID:${name}`, 'DTSTART:20300101T090000Z', `X-NOTE:${'x'.repeat(length)}`)),
        )
      expect((await put('small', 100)).status).toBe(201)
      const refused = await put('large', 3_000)
      expect([refused.status, refused.text]).toEqual([
        507,
        expect.stringContaining('<d:quota-not-exceeded/>'),
      ])
      expect((await program.call('GET', `${program.calendar()}large.ics`)).status).toBe(404)
    })

    it('are shown to calendar programs that request them', async () => {
      const program = new CalendarProgram(await site.user())
      const names = '<d:quota-used-bytes/><d:quota-available-bytes/>'
      const quotas = async (at: string) =>
        responsesIn(await program.propfind(at, names, 1)).map(({ properties }) =>
          [properties['quota-used-bytes'], properties['quota-available-bytes']].map(Number),
        )
      const text = ics(vevent('UID:a', 'DTSTART:20300101T090000Z'))
      await program.put(`${program.calendar()}a.ics`, text)
      const [home, calendar, inbox] = await quotas(program.home)
      const [used, available] = home!
      expect(used).toBeGreaterThan(text.length)
      expect(used! + available!).toBe(3_000)
      expect(calendar).toEqual(home)
      expect(inbox).toEqual([Number.NaN, Number.NaN])
      // Others do not see what the owner has stored.
      const reader = new CalendarProgram(await site.user())
      const scope = { type: 'user', value: reader.user.email }
      await program.user.post('/calendars/primary/acl', { role: 'reader', scope })
      const shared = `/caldav/v2/${encodeURIComponent(program.user.email)}/events/`
      const [theirs] = responsesIn(await reader.propfind(shared, names))
      expect(theirs!.missing).toEqual(['quota-used-bytes', 'quota-available-bytes'])
    })
  },
  { ALMANAC_EVENT_BYTES_PER_USER_MAX: '3000' },
)
