import { expect, it } from 'vitest'
import { expectRefusal, insufficientPermissions } from '../support/refusal.ts'
import { onEmbedded } from '../support/sites.ts'

type Palette = Record<string, { background: string; foreground: string }>

onEmbedded('colours', (site) => {
  it('are 24 for calendars and 11 for events, by ids that are texts', async () => {
    const user = await site.user()
    const { status, json } = await user.get('/colors')
    expect(status).toBe(200)
    expect(json).toMatchObject({ kind: 'calendar#colors', updated: '2012-02-14T00:00:00.000Z' })
    const { calendar, event } = json as { calendar: Palette; event: Palette }
    expect(Object.keys(calendar)).toEqual(Array.from({ length: 24 }, (_, n) => String(n + 1)))
    expect(Object.keys(event)).toEqual(Array.from({ length: 11 }, (_, n) => String(n + 1)))
    expect(calendar[1]).toEqual({ background: '#ac725e', foreground: '#1d1d1d' })
    expect(calendar[14]).toEqual({ background: '#9fe1e7', foreground: '#1d1d1d' })
    expect(calendar[24]).toEqual({ background: '#a47ae2', foreground: '#1d1d1d' })
    expect(event[1]).toEqual({ background: '#a4bdfc', foreground: '#1d1d1d' })
    expect(event[11]).toEqual({ background: '#dc2127', foreground: '#1d1d1d' })
  })

  it('have no etag', async () => {
    const user = await site.user()
    const reply = await user.get('/colors', { 'If-None-Match': '*' })
    expect(reply.status).toBe(200)
    expect(reply.headers).not.toHaveProperty('etag')
    expect(reply.json).not.toHaveProperty('etag')
  })

  it('can be asked for in part, by id and by star', async () => {
    const user = await site.user()
    const one = await user.get('/colors?fields=event/1/background,kind')
    expect(one.json).toEqual({ kind: 'calendar#colors', event: { 1: { background: '#a4bdfc' } } })
    const { json } = await user.get('/colors?fields=event/*/background')
    expect(Object.keys(json)).toEqual(['event'])
    expect((json.event as Palette)[11]).toEqual({ background: '#dc2127' })
  })

  it.each(['calendar.readonly', 'calendar.app.created', 'calendar.events.owned'])(
    'are shown to %s',
    async (scope) => {
      const user = await site.user({ scopes: [scope] })
      expect((await user.get('/colors')).status).toBe(200)
    },
  )

  it.each(['calendar.events', 'calendar.events.readonly', 'calendar.settings.readonly'])(
    'are not shown to %s',
    async (scope) => {
      const user = await site.user({ scopes: [scope] })
      expectRefusal(await user.get('/colors'), insufficientPermissions)
    },
  )
})
