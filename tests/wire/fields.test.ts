import { describe, expect, it } from 'vitest'
import { composeBatch, readBatch } from '../support/multipart.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onEmbedded } from '../support/sites.ts'

onEmbedded('forms of answers', (site) => {
  describe('partial answers', () => {
    it('contain what fields selects, whatever the method', async () => {
      const user = await site.user()
      const inserted = await user.post('/calendars?fields=id', { summary: 'Work' })
      expect(Object.keys(inserted.json)).toEqual(['id'])
      const path = `/calendars/${inserted.json.id}`
      expect((await user.get(`${path}?fields=summary,timeZone`)).json).toEqual({
        summary: 'Work',
        timeZone: 'Etc/GMT',
      })
      const patched = await user.patch(`${path}?fields=summary`, { summary: 'Home' })
      expect(patched.json).toEqual({ summary: 'Home' })
      const put = await user.put(`${path}?fields=kind,etag`, { summary: 'Away' })
      expect(put.json).toEqual({ kind: 'calendar#calendar', etag: put.headers.etag })
    })

    it('select below arrays and by star', async () => {
      const user = await site.user()
      const list = await user.get('/users/me/settings?maxResults=2&fields=items(id,value),kind')
      expect(list.json).toEqual({
        kind: 'calendar#settings',
        items: [
          { id: 'autoAddHangouts', value: 'false' },
          { id: 'dateFieldOrder', value: 'MDY' },
        ],
      })
      const slashed = await user.get('/users/me/settings?maxResults=1&fields=items/id')
      expect(slashed.json).toEqual({ items: [{ id: 'autoAddHangouts' }] })
      const star = await user.get('/users/me/settings/locale?fields=*')
      expect(star.json).toEqual((await user.get('/users/me/settings/locale')).json)
    })

    it('may be asked for with blanks and percent signs', async () => {
      const user = await site.user()
      const reply = await user.get('/calendars/primary?fields=%20id%20%2C%20summary%20')
      expect(Object.keys(reply.json)).toEqual(['id', 'summary'])
    })

    it('omit what is selected but not there', async () => {
      const user = await site.user()
      expect((await user.get('/calendars/primary?fields=id,description')).json).toEqual({
        id: user.email,
      })
    })

    it('are empty objects when nothing is selected', async () => {
      const user = await site.user()
      const reply = await user.get('/calendars/primary?fields=')
      expect([reply.status, reply.json]).toEqual([200, {}])
    })

    it.each(['nosuch', 'id,nosuch', 'id(', 'id)', 'id,', ',', 'id/x', 'id(x)', '()', 'i*', '(id)'])(
      'are refused for the selection %s, and nothing is written',
      async (fields) => {
        const user = await site.user()
        const refusal = { status: 400, reason: 'invalidParameter', location: 'fields' }
        expectRefusal(await user.get(`/calendars/primary?fields=${fields}`), refusal)
        const write = await user.patch(`/calendars/primary?fields=${fields}`, { summary: 'x' })
        expectRefusal(write, refusal)
        expect(write.json.error?.message).toMatch(/^Invalid field selection /)
        expect((await user.get('/calendars/primary')).json.summary).toBe(user.email)
      },
    )

    it('are refused for a selection of absurd depth or length, at once', async () => {
      const user = await site.user()
      for (const fields of ['*/'.repeat(500) + '*', 'items('.repeat(1000), 'id,'.repeat(3000)]) {
        const reply = await user.get(`/users/me/settings?fields=${fields}`)
        expectRefusal(reply, { status: 400, reason: 'invalidParameter', location: 'fields' })
      }
    })

    it('do not apply to refusals', async () => {
      const user = await site.user()
      expectRefusal(await user.get('/calendars/nosuch?fields=id'), notFound)
    })

    it('apply to the parts of a batch one by one', async () => {
      const user = await site.user()
      const { calendar } = user.paths
      const body = composeBatch([
        { line: `GET ${calendar}/calendars/primary?fields=id` },
        { line: `GET ${calendar}/calendars/primary?fields=nosuch` },
        { line: `PATCH ${calendar}/calendars/primary?fields=summary`, body: { summary: 'Me' } },
        { line: `GET ${calendar}/calendars/primary?fields=` },
      ])
      const reply = await site.call('/batch', {
        method: 'POST',
        headers: {
          'Content-Type': 'multipart/mixed; boundary=almanac_test',
          Authorization: `Bearer ${user.token}`,
        },
        body,
      })
      const [one, wrong, patched, none] = readBatch(reply)
      expect(one!.json).toEqual({ id: user.email })
      expect(wrong!.status).toBe(400)
      expect(patched!.json).toEqual({ summary: 'Me' })
      expect(none!.json).toEqual({})
    })
  })

  describe('indented answers', () => {
    it.each(['/calendars/primary', '/users/me/settings/locale', '/colors'])(
      'to %s say the same as compact ones, with the same etag',
      async (path) => {
        const user = await site.user()
        const plain = await user.get(path)
        const compact = await user.get(`${path}?prettyPrint=false`)
        const indented = await user.get(`${path}?prettyPrint=true`)
        expect(compact.text).toBe(plain.text)
        expect(compact.text).not.toContain('\n')
        expect(indented.text).toBe(`${JSON.stringify(compact.json, null, 2)}\n`)
        expect(indented.headers.etag).toBe(compact.headers.etag)
      },
    )

    it('come with a selection too', async () => {
      const user = await site.user()
      const reply = await user.get('/calendars/primary?prettyPrint=true&fields=id')
      expect(reply.text).toBe(`{\n  "id": "${user.email}"\n}\n`)
    })
  })
})
