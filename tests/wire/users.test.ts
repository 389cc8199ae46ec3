import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../support/calling.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { wireEngines } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'
import { admin, administrator, freshEmail, walk } from './admin-fixture.ts'

const users = `${admin}/users`
const password = 'a fine long password'

for (const engine of wireEngines) {
  describe(`users on ${engine.name}`, { skip: engine.unavailable !== undefined }, () => {
    const shared = sharedServers(engine)
    let boss: Awaited<ReturnType<typeof administrator>>
    beforeAll(async () => {
      boss = await administrator(shared.place, shared.servers[0]!)
    })

    const tokenOf = async (email: string) =>
      as(shared.servers[0]!.base, (await shared.servers[0]!.mint({ email })).token)

    it('are created with a calendar, and shown without their password', async () => {
      const email = freshEmail()
      const made = await boss.post(users, { email: email.toUpperCase(), name: 'Ann', password })
      expect(made.json).toEqual({
        kind: 'admin#user',
        id: expect.stringMatching(/^\d{21}$/),
        email,
        name: 'Ann',
        isAdmin: false,
        isDisabled: false,
        hasPassword: true,
        created: expect.stringMatching(/^\d{4}-.*Z$/),
      })
      for (const key of [email, made.json.id]) {
        expect((await boss.get(`${users}/${key}`)).json).toEqual(made.json)
      }
      expect((await (await tokenOf(email)).primary()).json.id).toBe(email)
    })

    it('require only an address', async () => {
      const email = freshEmail('plain')
      const { json } = await boss.post(users, { email })
      expect(json).toMatchObject({ name: email.split('@')[0], isAdmin: false, hasPassword: false })
    })

    for (const [name, body, refusal] of [
      ['no address', {}, { status: 400, reason: 'required' }],
      ['an address that is none', { email: 'nobody' }, { status: 400, reason: 'invalid' }],
      ['a control character', { email: 'a\u0001@example.com' }, { status: 400, reason: 'invalid' }],
      ['a name of nothing', { email: 'x1@example.com', name: ' ' }, { status: 400 }],
      ['a name of two lines', { email: 'x1@example.com', name: 'a\nb' }, { status: 400 }],
      ['a short password', { email: 'x1@example.com', password: 'short' }, { status: 400 }],
      ['a common password', { email: 'x1@example.com', password: 'Password123' }, { status: 400 }],
      [
        'the address for a password',
        { email: 'x1.longer@example.com', password: 'X1.longer@example.com' },
        { status: 400 },
      ],
      ['an array for a name', { email: 'x1@example.com', name: ['A'] }, { status: 400 }],
    ] as const) {
      it(`are not made with ${name}`, async () => {
        const reply = await boss.post(users, body)
        expectRefusal(reply, { reason: 'invalid', ...refusal })
        if ('password' in body) expect(reply.text).not.toContain(body.password)
        if ('email' in body && body.email.startsWith('x1')) {
          expectRefusal(await boss.get(`${users}/${body.email}`), notFound)
        }
      })
    }

    it('are created once', async () => {
      const email = freshEmail()
      await boss.post(users, { email, name: 'first' })
      expectRefusal(await boss.post(users, { email, name: 'second' }), {
        status: 409,
        reason: 'duplicate',
      })
      expect((await boss.get(`${users}/${email}`)).json.name).toBe('first')
    })

    it('are renamed and promoted, and keep what a patch does not name', async () => {
      const email = freshEmail()
      const { json: made } = await boss.post(users, { email, name: 'Ann', password })
      const renamed = await boss.patch(`${users}/${email}`, {
        name: 'Bea',
        email: 'x@y.zz',
        id: '1',
      })
      expect(renamed.json).toEqual({ ...made, name: 'Bea' })
      const promoted = await boss.patch(`${users}/${made.id}`, { adminRole: 'owner' })
      const owner = { adminRole: 'owner', isAdmin: true }
      expect(promoted.json).toEqual({ ...made, name: 'Bea', ...owner })
      const demoted = await boss.patch(`${users}/${made.id}`, { adminRole: null })
      expect(demoted.json.isAdmin).toBe(false)
      expectRefusal(await boss.patch(`${users}/${email}`, { name: null }), {
        status: 400,
        reason: 'invalid',
      })
    })

    it('that do not exist are not found by anything', async () => {
      const nobody = `${users}/nobody@example.com`
      for (const reply of [
        await boss.get(nobody),
        await boss.get(`${users}/123`),
        await boss.patch(nobody, { name: 'x' }),
        await boss.delete(nobody),
        await boss.post(`${nobody}/disable`),
        await boss.post(`${nobody}/enable`),
        await boss.post(`${nobody}/setPassword`, { password }),
        await boss.post(`${nobody}/revokeAll`),
        await boss.get(`${nobody}/tokens`),
        await boss.delete(`${nobody}/tokens/x`),
      ]) {
        expectRefusal(reply, notFound)
      }
    })

    it('are removed with what is theirs', async () => {
      const email = freshEmail()
      await boss.post(users, { email })
      const them = await tokenOf(email)
      expect((await them.primary()).status).toBe(200)
      const removed = await boss.delete(`${users}/${email}`)
      expect([removed.status, removed.text]).toEqual([204, ''])
      expect((await them.primary()).status).toBe(401)
      expectRefusal(await boss.get(`${users}/${email}`), notFound)
    })

    it('are given a password that has to be acceptable', async () => {
      const email = freshEmail()
      await boss.post(users, { email })
      const set = (body: object) => boss.post(`${users}/${email}/setPassword`, body)
      expectRefusal(await set({}), { status: 400, reason: 'required' })
      for (const bad of ['short', 'qwertyuiop', email]) {
        expectRefusal(await set({ password: bad }), { status: 400, reason: 'invalid' })
      }
      expect((await boss.get(`${users}/${email}`)).json.hasPassword).toBe(false)
      const done = await set({ password })
      expect(done.json).toMatchObject({ email, hasPassword: true })
      expect(done.text).not.toContain(password)
      expect(shared.servers[0]!.output().stderr).not.toContain(password)
    })

    it('are listed in pages that join to the whole list', async () => {
      for (let index = 0; index < 7; index++) await boss.post(users, { email: freshEmail('paged') })
      const whole = await walk(boss, users, 500)
      const emails = whole.items.map(({ email }) => String(email))
      expect(emails).toEqual([...emails].sort())
      for (const size of [1, 3, emails.length]) {
        const { items, pages } = await walk(boss, users, size)
        expect(items).toEqual(whole.items)
        expect(pages).toBe(Math.ceil(emails.length / size))
      }
    })

    it('are not listed by the page token of another list, or of none', async () => {
      await boss.post(users, { email: freshEmail() })
      const { json } = await boss.get(`${users}?maxResults=1`)
      const bad = { status: 400, reason: 'invalid', location: 'pageToken' }
      expectRefusal(await boss.get(`${admin}/groups?pageToken=${json.nextPageToken}`), bad)
      expectRefusal(await boss.get(`${users}?pageToken=nonsense`), bad)
      expectRefusal(await boss.get(`${users}?maxResults=0`), {
        status: 400,
        reason: 'invalidParameter',
        location: 'maxResults',
      })
    })
  })
}
