import { expect, it } from 'vitest'
import { as } from '../support/calling.ts'
import { send } from '../support/http.ts'
import { newPasswordUser } from '../support/password-user.ts'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { runAlmanac } from '../support/server.ts'
import { onServers } from '../support/sites.ts'

const path = '/almanac/v1/users/me/appPasswords'
const everything = 'https://www.googleapis.com/auth/calendar'
const readOnly = 'https://www.googleapis.com/auth/calendar.readonly'

const basic = (email: string, password: string) => ({
  Authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
})

onServers('app passwords', (site) => {
  const almanac = (...words: string[]) => runAlmanac(words, site.place.environment)
  const person = async (scopes?: string[]) => {
    const { email } = await site.user()
    const body = { email, ...(scopes && { scopes }) }
    const minted = await site.call('/_almanac/tokens', { method: 'POST', body })
    return { email, ...as(site.base, minted.json.token as string) }
  }
  /** The feed of the primary calendar, which is not public. */
  const feed = (email: string, headers: Record<string, string>) =>
    send(`${site.base}/calendar/ical/${encodeURIComponent(email)}/public/basic.ics`, { headers })

  it('are shown once, and listed with their last use', async () => {
    const me = await person()
    const { status, json } = await me.post(path, { name: ' Phone ' })
    expect(status).toBe(200)
    const { password, ...shown } = json
    expect(password).toMatch(/^(?:[0-9a-v]{4}-){5}[0-9a-v]{4}$/)
    expect(shown).toEqual({
      kind: 'almanac#appPassword',
      id: expect.any(String),
      name: 'Phone',
      scopes: [everything],
      created: expect.any(String),
    })
    const before = await me.get(path)
    expect(before.json.items).toEqual([shown])
    expect(before.text).not.toContain(password as string)
    expect((await feed(me.email, basic(me.email, password as string))).status).toBe(200)
    expect((await me.get(path)).json.items).toEqual([{ ...shown, lastUsed: expect.any(String) }])
  })

  it('are revoked at once, by their owner only', async () => {
    const [me, other] = [await person(), await person()]
    const { id, password } = (await me.post(path, { name: 'Phone' })).json
    const headers = basic(me.email, password as string)
    expectRefusal(await other.delete(`${path}/${id}`), notFound)
    expect((await feed(me.email, headers)).status).toBe(200)
    expect((await me.delete(`${path}/${id}`)).status).toBe(204)
    expect((await feed(me.email, headers)).status).toBe(401)
    expectRefusal(await me.delete(`${path}/${id}`), notFound)
  })

  it('end when all access of a user is revoked', async () => {
    const me = await person()
    const password = (await me.post(path, { name: 'Phone' })).json.password as string
    const run = await almanac('user', 'disable', me.email)
    expect(run.code).toBe(0)
    await expect
      .poll(async () => (await feed(me.email, basic(me.email, password))).status)
      .toBe(401)
  })

  it('are created, listed and revoked on the command line', async () => {
    const { email } = await site.user()
    const created = await almanac('app-password', 'create', email, 'phone')
    const [password, , id] = created.stdout.split(/\n|: /)
    expect((await feed(email, basic(email, password!))).status).toBe(200)
    const listed = await almanac('app-password', 'list', email)
    expect(listed.stdout).toMatch(new RegExp(`^${id}\tphone\t\\d{4}-`))
    expect((await almanac('app-password', 'revoke', email, id!)).code).toBe(0)
    await expect.poll(async () => (await feed(email, basic(email, password!))).status).toBe(401)
    const again = await almanac('app-password', 'revoke', email, id!)
    expect(again.stderr).toContain('has no app password')
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('authenticate their owner in any spelling, and no other user', async () => {
    const [me, other] = [await person(), await person()]
    const password = (await me.post(path, { name: 'Phone' })).json.password as string
    const typed = password.replaceAll('-', ' ').toUpperCase()
    expect((await feed(me.email, basic(me.email.toUpperCase(), typed))).status).toBe(200)
    for (const refused of [
      basic(other.email, password),
      basic(me.email, 'wrong'),
      basic(me.email, ''),
      { Authorization: 'Basic !' },
      { Authorization: `Bearer ${password}` },
    ]) {
      const reply = await feed(me.email, refused)
      expect(reply.status).toBe(401)
      expect(reply.headers['www-authenticate']).toMatch(/^Basic /)
    }
  })

  it('are accepted in place of the password of the account, which is not', async () => {
    const [email, password] = ['app-owner@almanac.test', 'correct horse battery staple']
    await newPasswordUser(site.place, { email, password })
    expect((await feed(email, basic(email, password))).status).toBe(401)
    const headers = basic(email, password)
    expect((await send(`${site.base}/caldav/`, { method: 'PROPFIND', headers })).status).toBe(401)
  })

  it('are accepted by no other interface', async () => {
    const me = await person()
    const password = (await me.post(path, { name: 'Phone' })).json.password as string
    for (const headers of [
      basic(me.email, password),
      { Authorization: `Bearer ${password}` },
    ] as Record<string, string>[]) {
      expect((await as(site.base).get('/calendar/v3/calendars/primary', headers)).status).toBe(401)
    }
  })

  it('have scopes of calendars, at most those of the token that creates them', async () => {
    const me = await person()
    for (const scope of ['https://www.googleapis.com/auth/books', 'urn:almanac:account', 'x']) {
      expectRefusal(await me.post(path, { name: 'More', scopes: [scope] }), {
        status: 403,
        reason: 'forbidden',
      })
    }
    const reader = await person(['urn:almanac:account', readOnly])
    expect((await reader.post(path, { name: 'More' })).status).toBe(403)
    expect((await reader.post(path, { name: 'Wall', scopes: [readOnly] })).status).toBe(200)
    for (const body of [{}, { name: ' ' }, { name: 'x', scopes: [] }]) {
      expect((await me.post(path, body)).status).toBe(400)
    }
  })
})
