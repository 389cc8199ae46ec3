import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEmbedded } from '../support/sites.ts'

const as = (method: string) => ({ 'X-HTTP-Method-Override': method })
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

onEmbedded('methods and forms', (site) => {
  describe('a POST with a method override', () => {
    it.each(['PATCH', 'patch'])('changes a calendar as %s does', async (method) => {
      const user = await site.user()
      const { calendar, path } = await user.newCalendar({ location: 'Bern' })
      const reply = await user.post(path, { summary: 'x' }, as(method))
      expect(reply.json).toEqual({ ...calendar, summary: 'x', etag: reply.headers.etag })
    })

    it('replaces a calendar as PUT does', async () => {
      const user = await site.user()
      const { path } = await user.newCalendar({ location: 'Bern' })
      const reply = await user.post(path, { summary: 'x' }, as('PUT'))
      expect(reply.status).toBe(200)
      expect(reply.json).not.toHaveProperty('location')
    })

    it('deletes a calendar as DELETE does', async () => {
      const user = await site.user()
      const { path } = await user.newCalendar()
      expect((await user.post(path, undefined, as('DELETE'))).status).toBe(204)
      expectRefusal(await user.get(path), notFound)
    })

    it('reads as GET does', async () => {
      const user = await site.user()
      const reply = await user.post('/calendars/primary', undefined, as('GET'))
      expect(reply.json.id).toBe(user.email)
      expect(reply.headers['cache-control']).toMatch(/^private/)
    })

    it('finds the parameters of a GET in a form', async () => {
      const user = await site.user()
      const headers = { ...as('GET'), ...form }
      const query = 'maxResults=2&fields=items%28id%29%2CnextPageToken'
      const first = await user.post('/users/me/settings', query, headers)
      expect(first.json.items).toHaveLength(2)
      expect(Object.keys(first.json.items![0]!)).toEqual(['id'])
      const next = `maxResults=2&pageToken=${first.json.nextPageToken}`
      const second = await user.post('/users/me/settings', next, headers)
      expect(second.json.items).toHaveLength(2)
      expect(second.json.items![0]!.id).not.toBe(first.json.items![0]!.id)
    })

    it('knows a form by its type in any case', async () => {
      const user = await site.user()
      const headers = { ...as('GET'), 'Content-Type': 'Application/X-WWW-Form-URLEncoded' }
      const reply = await user.post('/users/me/settings', 'maxResults=1', headers)
      expect(reply.json.items).toHaveLength(1)
    })

    it('finds them in the address and in the form at once', async () => {
      const user = await site.user()
      const headers = { ...as('GET'), ...form }
      const reply = await user.post('/users/me/settings?maxResults=3', 'fields=items/id', headers)
      expect(reply.json.items).toHaveLength(3)
      expect(Object.keys(reply.json)).toEqual(['items'])
    })

    it('accepts a form far longer than an address could be', async () => {
      const user = await site.user()
      const headers = { ...as('GET'), ...form, 'Content-Type': `${form['Content-Type']};charset=x` }
      const query = `maxResults=1&unknown=${'x'.repeat(100_000)}`
      const reply = await user.post('/users/me/settings', query, headers)
      expect(reply.json.items).toHaveLength(1)
    })

    // The Java library compresses every body, also this one.
    it('accepts a form that is compressed', async () => {
      const user = await site.user()
      const headers = { ...as('GET'), ...form, 'Content-Encoding': 'gzip' }
      const reply = await user.post('/users/me/settings', gzipSync('maxResults=1'), headers)
      expect(reply.json.items).toHaveLength(1)
    })

    it('finds the token in the form', async () => {
      const { token, email, paths } = await site.user()
      const reply = await site.call(`${paths.calendar}/calendars/primary`, {
        method: 'POST',
        headers: { ...as('GET'), ...form },
        body: `access_token=${token}`,
      })
      expect(reply.json.id).toBe(email)
    })

    it('leads nowhere when the method is none', async () => {
      const user = await site.user()
      for (const method of ['NOSUCH', '', '__proto__', 'GET,PUT']) {
        expectRefusal(await user.post('/calendars/primary', {}, as(method)), notFound)
      }
    })

    it('is what it is when it is no POST', async () => {
      const user = await site.user()
      const reply = await user.get('/calendars/primary', as('DELETE'))
      expect(reply.json.id).toBe(user.email)
    })
  })

  describe('a POST without a body of its own', () => {
    it('finds its parameters in a form', async () => {
      const user = await site.user()
      const clear = '/calendars/primary/clear'
      const good = await user.post(clear, 'prettyPrint=false&quotaUser=me&fields=', form)
      expect(good.status).toBe(204)
      const bad = await user.post(clear, 'prettyPrint=maybe', form)
      expectRefusal(bad, { status: 400, reason: 'invalidParameter', location: 'prettyPrint' })
      const broken = await user.post(clear, 'quotaUser=%zz', form)
      expectRefusal(broken, { status: 400, reason: 'badRequest' })
    })

    it('accepts an empty body', async () => {
      const user = await site.user()
      for (const body of ['', '{}', 'nonsense']) {
        expect((await user.post('/calendars/primary/clear', body)).status).toBe(204)
      }
    })
  })
})
