import { beforeAll, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { as } from '../support/calling.ts'
import { signInToConsole } from '../support/console-sign-in.ts'
import { newPasswordUser } from '../support/password-user.ts'
import { newProgram } from '../support/program.ts'
import { expectRefusal } from '../support/refusal.ts'
import { runAlmanac } from '../support/server.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import { tamper } from '../support/tampering.ts'
import { admin, administrator, freshEmail, walk } from './admin-fixture.ts'

const password = 'correct horse battery'
const scopes = 'https://www.googleapis.com/auth/'
const typedInTheWrongField = 'hunter2-my-password'
const ann = { email: 'ann@example.com', password }

interface Entry {
  readonly number: string
  readonly action: string
  readonly outcome: string
  readonly reason?: string
  readonly actor: { readonly type: string; readonly id?: string; readonly name?: string }
  readonly object?: string
  readonly clientId?: string
  readonly address?: string
  readonly count: number
  readonly details?: Record<string, unknown>
  readonly hash: string
}

onEmbeddedServer(
  'the audit log',
  (site) => {
    let boss: Awaited<ReturnType<typeof administrator>>
    beforeAll(async () => {
      boss = await administrator(site.place, site.server)
      await newPasswordUser(site.place, ann)
    })

    const setClock = (body: object) => site.call('/_almanac/clock', { method: 'POST', body })
    const advance = () => setClock({ advance: 'PT1M' })

    /** Goes to the beginning of the next minute, because refusals are counted by the minute. */
    const beginMinute = async () => {
      const { json } = await site.call('/_almanac/clock')
      const nextMs = Math.ceil(Date.parse(json.now as string) / 60_000) * 60_000
      await setClock({ now: new Date(nextMs).toISOString() })
    }

    const list = async (filter: Record<string, string> = {}): Promise<Entry[]> => {
      const query = new URLSearchParams({ maxResults: '500', ...filter })
      const { status, json } = await boss.get(`${admin}/audit?${query}`)
      expect(status).toBe(200)
      return json.items as unknown as Entry[]
    }

    it('records who did what to whom, from where and with which client', async () => {
      const email = freshEmail()
      const { json: user } = await boss.post(`${admin}/users`, { email, password })
      await boss.patch(`${admin}/users/${user.id}`, { adminRole: 'auditor' })
      await boss.post(`${admin}/users/${user.id}/setPassword`, { password: `${password} 2` })
      await boss.delete(`${admin}/users/${user.id}`)
      const entries = await list({ object: `users/${email}` })
      expect(entries.map(({ action, details }) => [action, details])).toEqual([
        ['admin.users.delete', undefined],
        ['admin.users.setPassword', undefined],
        ['admin.users.patch', { adminRole: 'auditor' }],
        ['admin.users.insert', undefined],
      ])
      for (const entry of entries) {
        expect(entry).toMatchObject({
          outcome: 'success',
          actor: { type: 'user', name: boss.email },
          clientId: expect.any(String),
          address: '127.0.0.1',
          count: 1,
        })
      }
    })

    it('notes sharing, exports and deleted calendars, but no events', async () => {
      const person = await site.server.mint()
      const user = { email: person.email, ...as(site.base, person.token) }
      const calendars = '/calendar/v3/calendars'
      const { json: calendar } = await user.post(calendars, { summary: 'Team' })
      const event = { start: { date: '2030-01-01' }, end: { date: '2030-01-02' }, summary: 'x' }
      const { json: made } = await user.post(`${calendars}/primary/events`, event)
      await user.delete(`${calendars}/primary/events/${made.id}`)
      const rule = { scope: { type: 'user', value: ann.email }, role: 'reader' }
      await user.post(`${calendars}/primary/acl`, rule)
      await user.get(`/almanac/v1/calendars/${calendar.id}/export`)
      await user.delete(`${calendars}/${calendar.id}`)
      const entries = await list({ actor: user.email })
      expect(entries.map(({ action, object }) => [action, object])).toEqual([
        ['calendar.calendars.delete', `calendars/${calendar.id}`],
        ['calendar.calendars.export', `calendars/${calendar.id}`],
        ['calendar.acl.insert', `calendars/${user.email}`],
      ])
      expect(entries[2]!.details).toEqual(rule)
    })

    it('counts refusals, and takes nothing that is not there for done', async () => {
      const stranger = await site.server.mint({ scopes: ['urn:almanac:admin'] })
      const caller = as(site.base, stranger.token)
      await beginMinute()
      for (let count = 0; count < 3; count++) {
        expect((await caller.delete(`${admin}/users/${boss.email}`)).status).toBe(403)
      }
      const gone: readonly string[] = [
        '/users/gone@example.com',
        '/groups/gone@example.com',
        '/domains/gone.example',
        '/jobs/gone',
        '/channels/gone',
        '/resources/gone@example.com',
        `/users/${boss.email}/tokens/gone`,
        `/users/${boss.email}/adsGrants?agencyId=404`,
      ]
      for (const path of gone) expect((await boss.delete(admin + path)).status).toBe(404)
      await advance()
      const [refused, ...others] = await list({ actor: stranger.email })
      expect(others).toEqual([])
      expect(refused).toMatchObject({
        action: 'admin.users.delete',
        outcome: 'refused',
        reason: 'forbidden',
        count: 3,
      })
      const deletions = (await list({ actor: boss.email, outcome: 'success' })).filter(
        ({ object = '' }) => object.includes('gone') || object.includes('404'),
      )
      expect(deletions).toEqual([])
    })

    it('counts calls that lack a scope, of operations that are audited', async () => {
      const reader = await site.server.mint({ scopes: [`${scopes}calendar.readonly`] })
      const caller = as(site.base, reader.token)
      const calendars = '/calendar/v3/calendars'
      await beginMinute()
      for (const path of ['team@example.com', 'team@example.com', 'primary/events/none']) {
        expect((await caller.delete(`${calendars}/${path}`)).status).toBe(403)
      }
      await advance()
      const entries = await list({ actor: reader.email })
      expect(entries).toHaveLength(1)
      expect(entries[0]).toMatchObject({
        action: 'calendar.calendars.delete',
        object: 'calendars/team@example.com',
        outcome: 'refused',
        reason: 'insufficientPermissions',
        count: 2,
      })
    })

    it('notes sign-ins, tokens, consents and revocations, and counts failures', async () => {
      const program = await newProgram(site)
      const browser = new BrowserUser(site.base)
      await beginMinute()
      for (const fill of [
        { ...ann, password: 'wrong password' },
        { ...ann, password: 'wrong again' },
        { email: typedInTheWrongField, password: 'x' },
      ]) {
        const { page } = await browser.open(program.address({ prompt: 'login' }))
        await browser.press(page, 'Sign in', { fill })
      }
      const session = await signInToConsole({ base: site.base, browser }, ann)
      const revoked = await site.call(`/revoke?token=${session.accessToken}`, { method: 'POST' })
      expect(revoked.status).toBe(200)
      await advance()
      const mine = await list({ actor: ann.email })
      expect(mine.map(({ action }) => action)).toEqual([
        'auth.tokens.revoke',
        'auth.tokens.issue',
        'auth.signIn',
      ])
      for (const { clientId, address } of mine) {
        expect([clientId, address]).toEqual(['almanac-console', '127.0.0.1'])
      }
      const failures = await list({ action: 'auth.signIn', outcome: 'refused' })
      const counted = failures.map(({ object, count, reason }) => [object, count, reason])
      expect(counted.sort()).toEqual([
        [`users/${ann.email}`, 2, 'wrongPassword'],
        ['users/unknown', 1, 'wrongPassword'],
      ])
    })

    it('records commands with the user of the machine', async () => {
      await runAlmanac(['key', 'create', 'website'], site.place.environment)
      await runAlmanac(['user', 'list'], site.place.environment)
      await runAlmanac(['user', 'delete', 'gone@example.com'], site.place.environment)
      await advance()
      const entries = await list({ action: 'command.' })
      expect(entries.find(({ action }) => action === 'command.key.create')).toMatchObject({
        outcome: 'success',
        actor: { type: 'command', name: expect.stringMatching(/./) },
        object: 'website',
      })
      expect(entries.find(({ object }) => object === 'gone@example.com')?.outcome).toBe('failed')
      expect(entries.filter(({ action }) => action === 'command.user.list')).toEqual([])
    })

    it('is listed in pages and exported as lines, of both the same', async () => {
      const newest = await list()
      const { items, pages } = await walk(boss, `${admin}/audit`, 7)
      expect(pages).toBeGreaterThan(1)
      expect(items).toEqual(newest)
      const file = await boss.get(`${admin}/audit/export`)
      expect(file.headers['content-type']).toBe('application/jsonl; charset=utf-8')
      const lines = file.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Entry)
      expect(lines.filter(({ action }) => action !== 'admin.audit.export')).toEqual(
        newest.toReversed(),
      )
      const told = await runAlmanac(
        ['audit', 'export', '--action', 'admin.audit.export'],
        site.place.environment,
      )
      expect(JSON.parse(told.stdout.split('\n')[0]!)).toMatchObject({ object: 'audit' })
      for (const bad of ['timeMin=x', 'outcome=fine', 'maxResults=-1', 'pageToken=x']) {
        expect([bad, (await boss.get(`${admin}/audit?${bad}`)).status]).toEqual([bad, 400])
      }
      expectRefusal(await boss.get(`${admin}/audit?pageToken=x`), {
        status: 400,
        reason: 'invalid',
      })
    })

    it('keeps nothing secret, whatever has been done', async () => {
      const { json: token } = await boss.get(`${admin}/users/${ann.email}/tokens`)
      expect(token.kind).toBe('admin#tokens')
      const { token: own } = await site.server.mint()
      const keys = await as(site.base, own).post('/almanac/v1/users/me/keys', { name: 'mine' })
      expect(keys.status).toBeLessThan(500)
      const { text } = await boss.get(`${admin}/audit/export`)
      const secrets = [password, 'wrong password', typedInTheWrongField, boss.token, own, 'alm_']
      for (const secret of secrets) expect([secret, text.includes(secret)]).toEqual([secret, false])
    })

    const tampering = [
      ['update audit_log set actor = actor || 1 where number = 3', /Entry 3 of the audit log/],
      ['delete from audit_log where number = 2', /Entry 2 of the audit log is missing/],
    ] as const

    it('is verified by almanac check', async () => {
      await list()
      const sound = await runAlmanac(['check'], site.place.environment)
      expect([sound.code, sound.stdout]).toEqual([0, 'No problems found.\n'])
      for (const [statement, problem] of tampering) {
        await tamper(site.place, statement)
        const found = await runAlmanac(['check'], site.place.environment)
        expect(found.code).toBe(1)
        expect(found.stdout).toMatch(problem)
      }
    })
  },
  { ALMANAC_MODE: 'dev' },
)
