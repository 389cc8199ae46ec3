import { expect, it } from 'vitest'
import { as } from '../support/calling.ts'
import { expectRefusal, insufficientPermissions, notFound } from '../support/refusal.ts'
import { onServers } from '../support/sites.ts'

const tokens = '/almanac/v1/users/me/tokens'
const accountScope = 'urn:almanac:account'
const readScope = 'https://www.googleapis.com/auth/calendar.readonly'
const writeScope = 'https://www.googleapis.com/auth/calendar'

onServers(
  'tokens of one’s own',
  (site) => {
    const caller = async (wish: { email?: string; scopes?: string[] } = {}) => {
      const { email } = await site.user(wish.email === undefined ? {} : { email: wish.email })
      const body = { email, ...(wish.scopes && { scopes: wish.scopes }) }
      const minted = await site.call('/_almanac/tokens', { method: 'POST', body })
      return { email, ...as(site.base, minted.json.token as string) }
    }
    const turnClock = (body: object) => site.call('/_almanac/clock', { method: 'POST', body })

    it('are shown when they are created, and never again', async () => {
      const me = await caller()
      const made = await me.post(tokens, { name: ' Backup ', scopes: [readScope] })
      expect(made.status).toBe(200)
      const { token, ...shown } = made.json
      expect(shown).toEqual({
        kind: 'almanac#token',
        id: expect.stringMatching(/^[\w-]{16}$/),
        type: 'accessToken',
        name: 'Backup',
        clientId: 'personal',
        scopes: [readScope],
        created: expect.any(String),
        expires: expect.any(String),
        isCurrent: false,
      })
      const lifetimeMs = Date.parse(shown.expires as string) - Date.parse(shown.created as string)
      expect(lifetimeMs).toBe(30 * 86_400_000)
      const listed = await me.get(tokens)
      expect(listed.text).not.toContain(token as string)
      expect(listed.json.items).toContainEqual(shown)
      expect(listed.json.items!.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    })

    it('are revoked by their user at once, and by no other user', async () => {
      const [me, other] = [await caller(), await caller()]
      const { json } = await me.post(tokens, { name: 'Short', scopes: [readScope] })
      const program = as(site.base, json.token as string)
      expect((await program.primary()).status).toBe(200)
      expectRefusal(await other.delete(`${tokens}/${json.id}`), notFound)
      expect((await program.primary()).status).toBe(200)
      expect((await me.delete(`${tokens}/${json.id}`)).status).toBe(204)
      expect((await program.primary()).status).toBe(401)
      expectRefusal(await me.delete(`${tokens}/${json.id}`), notFound)
      expect((await other.get(tokens)).json.items!.map(({ id }) => id)).not.toContain(json.id)
    })

    it('can revoke the calling token', async () => {
      const me = await caller()
      const { json } = await me.get(tokens)
      const current = json.items!.find(({ isCurrent }) => isCurrent)!
      expect((await me.delete(`${tokens}/${current.id}`)).status).toBe(204)
      expect((await me.get(tokens)).status).toBe(401)
    })

    it('are listed in pages', async () => {
      const me = await caller()
      for (const name of ['a', 'b']) await me.post(tokens, { name, scopes: [readScope] })
      const whole = (await me.get(tokens)).json.items!.map(({ id }) => id)
      const ids: unknown[] = []
      let pageToken = ''
      do {
        const { json } = await me.get(`${tokens}?maxResults=2${pageToken}`)
        ids.push(...json.items!.map(({ id }) => id))
        pageToken = json.nextPageToken === undefined ? '' : `&pageToken=${json.nextPageToken}`
      } while (pageToken !== '')
      expect(ids).toEqual(whole)
      expectRefusal(await me.get(`${tokens}?pageToken=nonsense`), {
        status: 400,
        reason: 'invalid',
      })
    })

    it('are as many as a setting allows; those that have ended do not count', async () => {
      const me = await caller()
      const made = { name: 'x', scopes: [readScope], expiresInDays: 1 }
      for (let count = 0; count < 3; count++) expect((await me.post(tokens, made)).status).toBe(200)
      expectRefusal(await me.post(tokens, made), { status: 403, reason: 'limitExceeded' })
      try {
        await turnClock({ advance: 'P2D' })
        expect((await me.post(tokens, made)).status).toBe(200)
      } finally {
        await turnClock({ reset: true })
      }
    })

    // The rules below do not depend on the engine.
    if (!site.isEmbedded) return

    it('allow what was chosen, for as long as was chosen', async () => {
      const me = await caller()
      const { json } = await me.post(tokens, {
        name: 'One day',
        scopes: [readScope],
        expiresInDays: 1,
      })
      const program = as(site.base, json.token as string)
      const lastUsed = async () =>
        (await me.get(tokens)).json.items!.find(({ id }) => id === json.id)!.lastUsed
      expect(await lastUsed()).toBeUndefined()
      expect((await program.primary()).status).toBe(200)
      await expect.poll(lastUsed).toMatch(/^\d{4}-.*Z$/)
      expectRefusal(await program.insert({ summary: 'no' }), insufficientPermissions)
      expectRefusal(await program.get(tokens), insufficientPermissions)
      try {
        await turnClock({ advance: 'P1DT1S' })
        expect((await program.primary()).status).toBe(401)
        expect((await me.get(tokens)).json.items!.map(({ id }) => id)).not.toContain(json.id)
      } finally {
        await turnClock({ reset: true })
      }
    })

    it('never allow more than the token that creates them', async () => {
      const me = await caller({ scopes: [accountScope, readScope] })
      for (const scopes of [[writeScope], [readScope, writeScope], ['urn:almanac:admin'], ['x']]) {
        expectRefusal(await me.post(tokens, { name: 'More', scopes }), {
          status: 403,
          reason: 'forbidden',
        })
      }
      expect((await me.get(tokens)).json.items).toHaveLength(2)
      expect((await me.post(tokens, { name: 'As much', scopes: [readScope] })).status).toBe(200)
    })

    it.each([
      ['without a name', { scopes: [readScope] }, 'required'],
      ['with a blank name', { name: '  ', scopes: [readScope] }, 'required'],
      ['with a name that is too long', { name: 'x'.repeat(201), scopes: [readScope] }, 'invalid'],
      ['without scopes', { name: 'x' }, 'required'],
      ['with an empty list of scopes', { name: 'x', scopes: [] }, 'required'],
      ['with scopes that are no list', { name: 'x', scopes: readScope }, 'invalid'],
      ['for no day', { name: 'x', scopes: [readScope], expiresInDays: 0 }, 'invalid'],
      ['for longer than a year', { name: 'x', scopes: [readScope], expiresInDays: 367 }, 'invalid'],
      ['for a part of a day', { name: 'x', scopes: [readScope], expiresInDays: 0.5 }, 'invalid'],
    ])('are not made %s', async (_, body, reason) => {
      const me = await caller()
      expectRefusal(await me.post(tokens, body), { status: 400, reason })
      expect((await me.get(tokens)).json.items).toHaveLength(2)
    })

    it('are nothing for tokens without their scope', async () => {
      const me = await caller({ scopes: [writeScope] })
      for (const reply of [
        await me.get(tokens),
        await me.post(tokens, { name: 'x', scopes: [writeScope] }),
        await me.delete(`${tokens}/x`),
        await me.get('/almanac/v1/users/me'),
      ]) {
        expectRefusal(reply, insufficientPermissions)
      }
    })

    it('name their owner', async () => {
      const me = await caller({ scopes: [accountScope, readScope] })
      expect((await me.get('/almanac/v1/users/me')).json).toEqual({
        kind: 'almanac#profile',
        id: expect.stringMatching(/^\d{21}$/),
        email: me.email,
        name: me.email.split('@')[0],
        isAdmin: false,
        isDeveloper: false,
        scopes: [accountScope, readScope],
        clientId: 'workbench',
        mode: 'dev',
      })
    })

    it('are sent in responses that must not be stored', async () => {
      const me = await caller({ scopes: [accountScope] })
      for (const path of ['/almanac/v1/users/me', '/almanac/v1/users/me/tokens']) {
        expect((await me.get(path)).headers['cache-control']).toContain('no-store')
      }
    })
  },
  { ALMANAC_OWN_TOKENS_MAX: '3' },
)
