import { expect, it } from 'vitest'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEveryEngine, onServers } from '../support/sites.ts'

onEveryEngine('inserting calendars', (site) => {
  it('uses the defaults of the owner for a calendar with only a title', async () => {
    const user = await site.user()
    const reply = await user.post('/calendars', { summary: 'Work' })
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual({
      kind: 'calendar#calendar',
      etag: expect.stringMatching(/^"[^"]+"$/),
      id: expect.stringMatching(/^[a-z0-9_]{20,}@group\.calendar\.google\.com$/),
      summary: 'Work',
      timeZone: 'Etc/GMT',
      dataOwner: user.email,
      conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
    })
    expect(reply.headers.etag).toBe(reply.json.etag)
  })

  it('keeps every writable property', async () => {
    const user = await site.user()
    const body = {
      summary: 'Ops ☎ 𝄞',
      description: 'Who is on call',
      location: 'Bern',
      timeZone: 'Europe/Zurich',
      conferenceProperties: { allowedConferenceSolutionTypes: ['eventHangout', 'hangoutsMeet'] },
    }
    const { calendar, path } = await user.newCalendar(body)
    expect(calendar).toMatchObject(body)
    expect((await user.get(path)).json).toEqual(calendar)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('assigns two ids to two calendars with one title', async () => {
    const user = await site.user()
    const one = await user.newCalendar()
    const other = await user.newCalendar()
    expect(one.calendar.id).not.toBe(other.calendar.id)
  })

  it('accepts the zone that the owner has set', async () => {
    const user = await site.user()
    await user.changeSetting('timezone', 'Asia/Tokyo')
    const { calendar } = await user.newCalendar()
    expect(calendar.timeZone).toBe('Asia/Tokyo')
  })

  it('ignores unknown and read-only properties', async () => {
    const user = await site.user()
    const { calendar } = await user.newCalendar({
      kind: 'nonsense',
      etag: '"mine"',
      id: 'chosen@example.com',
      dataOwner: 'other@example.com',
      color: 'red',
      __proto__: { polluted: true },
      constructor: 'x',
    })
    expect(calendar).toMatchObject({ kind: 'calendar#calendar', dataOwner: user.email })
    expect(calendar.id).not.toBe('chosen@example.com')
    expect(calendar.etag).not.toBe('"mine"')
    expect(Object.keys(calendar)).not.toContain('color')
    expect(Object.keys(calendar)).not.toContain('constructor')
    expectRefusal(await user.get('/calendars/chosen@example.com'), notFound)
  })

  it('does not print texts that are empty', async () => {
    const user = await site.user()
    const { calendar } = await user.newCalendar({ description: '', location: '' })
    expect(calendar).not.toHaveProperty('description')
    expect(calendar).not.toHaveProperty('location')
  })

  it.each([
    ['no body at all', undefined],
    ['an empty object', {}],
    ['a null title', { summary: null }],
    ['an empty title', { summary: '' }],
    ['a blank title', { summary: '  ' }],
  ])('refuses %s for want of a title', async (_, body) => {
    const user = await site.user()
    const reply = await user.post('/calendars', body)
    expectRefusal(reply, { status: 400, reason: 'required', message: 'Missing title.' })
  })

  it.each(['Mars/Olympus', '+01:00', 'W. Europe Standard Time', 'Europe/Berlin '])(
    'refuses %j as a zone',
    async (timeZone) => {
      const user = await site.user()
      const reply = await user.post('/calendars', { summary: 'Work', timeZone })
      expectRefusal(reply, { status: 400, reason: 'invalid' })
    },
  )

  it.each(['Europe/Berlin', 'Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'UTC'])(
    'takes %s as a zone',
    async (timeZone) => {
      const user = await site.user()
      expect((await user.newCalendar({ timeZone })).calendar.timeZone).toBe(timeZone)
    },
  )

  it('refuses a kind of conference that does not exist', async () => {
    const user = await site.user()
    const conferenceProperties = { allowedConferenceSolutionTypes: ['hangoutsMeet', 'carrier'] }
    const reply = await user.post('/calendars', { summary: 'Work', conferenceProperties })
    expectRefusal(reply, {
      status: 400,
      reason: 'invalid',
      message: 'Invalid conference type value.',
    })
  })
})

onServers(
  'inserting calendars where a user can own three',
  (site) => {
    it('refuses more, also of many requests at once, and leaves room after a removal', async () => {
      const user = await site.user()
      const insert = (summary: string) => user.post('/calendars', { summary })
      const replies = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(insert))
      const made = replies.filter(({ status }) => status === 200)
      expect(made).toHaveLength(2)
      for (const reply of replies.filter(({ status }) => status !== 200)) {
        expectRefusal(reply, {
          status: 403,
          reason: 'quotaExceeded',
          message: 'A user can own at most 3 calendars.',
        })
      }
      const listed = await user.get('/users/me/calendarList')
      expect(listed.json.items).toHaveLength(3)
      await user.delete(`/calendars/${made[0]!.json.id}`)
      expect((await insert('f')).status).toBe(200)
      expect((await (await site.user()).post('/calendars', { summary: 'x' })).status).toBe(200)
    })
  },
  { ALMANAC_CALENDARS_PER_USER_MAX: '3' },
)
