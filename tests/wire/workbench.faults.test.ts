import { describe, expect, it } from 'vitest'
import { as, calendars, settings } from '../support/calling.ts'
import { embeddedEngine } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'

describe('workbench faults', () => {
  const shared = sharedServers(embeddedEngine)
  const bench = () => as(shared.servers[0]!.base)
  const setFault = async (fault: object) => {
    await bench().delete('/_almanac/faults')
    return bench().post('/_almanac/faults', fault)
  }
  const someone = async () => {
    const { base } = shared.servers[0]!
    return as(base, (await shared.servers[0]!.mint()).token)
  }

  it('answer the status, reason, message and Retry-After that were requested', async () => {
    const me = await someone()
    await setFault({
      operation: 'calendar.calendars.get',
      status: 403,
      reason: 'rateLimitExceeded',
      message: 'Slow down',
      retryAfterS: 17,
    })
    const reply = await me.primary()
    expect(reply.status).toBe(403)
    expect(reply.headers['retry-after']).toBe('17')
    expect(reply.json.error).toMatchObject({
      code: 403,
      message: 'Slow down',
      errors: [{ domain: 'usageLimits', reason: 'rateLimitExceeded', message: 'Slow down' }],
    })
    expect((await me.get(settings)).status).toBe(200)
    await setFault({ operation: 'calendar.calendars.get', status: 503 })
    expect((await me.primary()).json.error.errors[0]!.reason).toBe('backendError')
  })

  it('change nothing when they strike a write', async () => {
    const me = await someone()
    await setFault({ operation: 'calendar.calendars.patch', status: 500 })
    expect((await me.patch(`${calendars}/primary`, { location: 'x' })).status).toBe(500)
    await bench().delete('/_almanac/faults')
    expect((await me.primary()).json.location).toBeUndefined()
  })

  it('occur as often as their count and are then removed', async () => {
    const me = await someone()
    await setFault({ operation: 'calendar.colors.get', status: 500, count: 2 })
    const { json: listed } = await bench().get('/_almanac/faults')
    expect(listed.faults).toEqual([{ operation: 'calendar.colors.get', status: 500, count: 2 }])
    const statuses: number[] = []
    for (let tries = 0; tries < 4; tries++) {
      statuses.push((await me.get('/calendar/v3/colors')).status)
    }
    expect(statuses).toEqual([500, 500, 200, 200])
    expect((await bench().get('/_almanac/faults')).json.faults).toEqual([])
  })

  it('occur as often as their count when many calls are concurrent', async () => {
    const me = await someone()
    await setFault({ operation: 'calendar.calendars.get', status: 500, count: 5 })
    const replies = await Promise.all(Array.from({ length: 20 }, () => me.primary()))
    expect(replies.filter(({ status }) => status === 500).length).toBe(5)
  })

  it('strike always with probability 1 and never with 0', async () => {
    const me = await someone()
    for (const [probability, status] of [
      [0, 200],
      [1, 502],
    ] as const) {
      await setFault({ operation: 'calendar.calendars.get', status: 502, probability })
      for (let tries = 0; tries < 20; tries++) expect((await me.primary()).status).toBe(status)
    }
  })

  it('apply to every operation with their prefix', async () => {
    const me = await someone()
    await setFault({ operation: 'calendar.settings.*', status: 500 })
    expect((await me.get(settings)).status).toBe(500)
    expect((await me.set('weekStart', '1')).status).toBe(500)
    expect((await me.primary()).status).toBe(200)
    await setFault({ operation: 'calendar.*', status: 500 })
    expect((await me.primary()).status).toBe(500)
    await bench().delete('/_almanac/faults')
    expect((await me.get(`${settings}/weekStart`)).json.value).toBe('0')
  })

  it('delay a correct response', async () => {
    const me = await someone()
    await setFault({ operation: 'calendar.calendars.get', delayMs: 150 })
    const began = performance.now()
    expect((await me.primary()).status).toBe(200)
    expect(performance.now() - began).toBeGreaterThanOrEqual(149)
  })

  it('strike parts of a batch one by one', async () => {
    const me = await someone()
    await setFault({ operation: 'calendar.calendars.get', status: 503, retryAfterS: 3, count: 1 })
    const replies = await me.batch([
      { path: `${calendars}/primary` },
      { path: '/calendar/v3/colors' },
      { path: `${calendars}/primary` },
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 503])
    expect(replies.find(({ status }) => status === 503)!.headers['retry-after']).toBe('3')
  })

  it('give way to a refusal of credentials', async () => {
    await setFault({ operation: 'calendar.*', status: 500 })
    expect((await bench().primary()).status).toBe(401)
  })

  it('can be cleared whatever they are', async () => {
    await setFault({ operation: '*', status: 500 })
    const { status } = await bench().delete('/_almanac/faults')
    expect(status).toBe(204)
    expect((await (await someone()).primary()).status).toBe(200)
  })

  for (const fault of [
    {},
    { operation: 'calendar.calendars.get' },
    { status: 500 },
    { operation: 'calendar.calendars.get', status: 200 },
    { operation: 'calendar.calendars.get', status: 600 },
    { operation: 'calendar.calendars.get', status: 500, probability: 1.5 },
    { operation: 'calendar.calendars.get', status: 500, count: 0 },
    { operation: 'calendar.calendars.get', delayMs: -1 },
    { operation: 'no such thing!', status: 500 },
  ]) {
    it(`are refused as ${JSON.stringify(fault)}`, async () => {
      const refused = await setFault(fault)
      expect(refused.status).toBe(400)
      expect((await bench().get('/_almanac/faults')).json.faults).toEqual([])
    })
  }
})
