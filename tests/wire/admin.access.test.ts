import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../support/calling.ts'
import type { HttpReply } from '../support/http.ts'
import { expectRefusal, insufficientPermissions } from '../support/refusal.ts'
import { embeddedEngine, runAlmanac } from '../support/server.ts'
import { sharedServers } from '../support/shared-server.ts'
import { admin, administrator, adminScope, freshEmail } from './admin-fixture.ts'

const victim = 'victim@example.com'
const room = 'hall@resource.calendar.google.com'
const password = 'a password of theirs'

/** Every operation, as a call that would succeed or at least be understood. */
const operations: readonly { id: string; method: string; path: string; body?: object }[] = [
  { id: 'audit.list', method: 'GET', path: '/audit' },
  { id: 'audit.export', method: 'GET', path: '/audit/export' },
  { id: 'users.list', method: 'GET', path: '/users' },
  { id: 'users.get', method: 'GET', path: `/users/${victim}` },
  { id: 'users.insert', method: 'POST', path: '/users', body: { email: 'new@example.com' } },
  { id: 'users.patch', method: 'PATCH', path: `/users/${victim}`, body: { adminRole: 'owner' } },
  { id: 'users.delete', method: 'DELETE', path: `/users/${victim}` },
  { id: 'users.disable', method: 'POST', path: `/users/${victim}/disable` },
  { id: 'users.enable', method: 'POST', path: `/users/${victim}/enable` },
  {
    id: 'users.setPassword',
    method: 'POST',
    path: `/users/${victim}/setPassword`,
    body: { password },
  },
  { id: 'users.invite', method: 'POST', path: `/users/${victim}/invite` },
  { id: 'users.revokeAll', method: 'POST', path: `/users/${victim}/revokeAll` },
  { id: 'users.tokens.list', method: 'GET', path: `/users/${victim}/tokens` },
  { id: 'users.tokens.delete', method: 'DELETE', path: `/users/${victim}/tokens/x` },
  { id: 'users.secondFactors.delete', method: 'DELETE', path: `/users/${victim}/secondFactors` },
  { id: 'users.identities.list', method: 'GET', path: `/users/${victim}/identities` },
  {
    id: 'users.identities.invite',
    method: 'POST',
    path: `/users/${victim}/identities/invite`,
    body: { provider: 'example' },
  },
  { id: 'users.identities.delete', method: 'DELETE', path: `/users/${victim}/identities/x` },
  { id: 'identityProviders.list', method: 'GET', path: '/identityProviders' },
  { id: 'identityProviders.get', method: 'GET', path: '/identityProviders/example' },
  {
    id: 'identityProviders.insert',
    method: 'POST',
    path: '/identityProviders',
    body: { id: 'new', name: 'New', issuer: 'https://id.example.com', clientId: 'almanac' },
  },
  {
    id: 'identityProviders.patch',
    method: 'PATCH',
    path: '/identityProviders/example',
    body: { name: 'Other' },
  },
  { id: 'identityProviders.delete', method: 'DELETE', path: '/identityProviders/example' },
  { id: 'groups.list', method: 'GET', path: '/groups' },
  { id: 'groups.get', method: 'GET', path: '/groups/team@example.com' },
  { id: 'groups.insert', method: 'POST', path: '/groups', body: { email: 'new@example.com' } },
  { id: 'groups.delete', method: 'DELETE', path: '/groups/team@example.com' },
  { id: 'groups.members.list', method: 'GET', path: '/groups/team@example.com/members' },
  {
    id: 'groups.members.insert',
    method: 'POST',
    path: '/groups/team@example.com/members',
    body: { email: victim },
  },
  {
    id: 'groups.members.delete',
    method: 'DELETE',
    path: '/groups/team@example.com/members/x@example.com',
  },
  { id: 'domains.list', method: 'GET', path: '/domains' },
  { id: 'domains.insert', method: 'POST', path: '/domains', body: { name: 'example.org' } },
  { id: 'domains.delete', method: 'DELETE', path: '/domains/example.com' },
  { id: 'adsGrants.list', method: 'GET', path: `/users/${victim}/adsGrants` },
  {
    id: 'adsGrants.insert',
    method: 'POST',
    path: `/users/${victim}/adsGrants`,
    body: { agencyId: '1' },
  },
  { id: 'adsGrants.delete', method: 'DELETE', path: `/users/${victim}/adsGrants?agencyId=1` },
  { id: 'channels.list', method: 'GET', path: '/channels' },
  { id: 'channels.deliveries.list', method: 'GET', path: '/channels/x/deliveries' },
  { id: 'channels.redeliver', method: 'POST', path: '/channels/x/redeliver' },
  { id: 'channels.delete', method: 'DELETE', path: '/channels/x' },
  { id: 'health.get', method: 'GET', path: '/health' },
  { id: 'jobs.count', method: 'GET', path: '/jobs/counts' },
  { id: 'jobs.list', method: 'GET', path: '/jobs' },
  { id: 'jobs.retry', method: 'POST', path: '/jobs/x/retry' },
  { id: 'jobs.delete', method: 'DELETE', path: '/jobs/x' },
  { id: 'timetable.list', method: 'GET', path: '/timetable' },
  { id: 'timetable.run', method: 'POST', path: '/timetable/x/run' },
  { id: 'metrics.list', method: 'GET', path: '/metrics' },
  { id: 'requests.list', method: 'GET', path: '/requests' },
  { id: 'resources.list', method: 'GET', path: '/resources' },
  { id: 'resources.get', method: 'GET', path: `/resources/${room}` },
  { id: 'resources.insert', method: 'POST', path: '/resources', body: { name: 'Another' } },
  { id: 'resources.delete', method: 'DELETE', path: `/resources/${room}` },
]

describe('the administration', () => {
  const shared = sharedServers(embeddedEngine)
  let boss: Awaited<ReturnType<typeof administrator>>
  let key: string
  let ordinary: string
  let outsider: string

  beforeAll(async () => {
    const server = shared.servers[0]!
    boss = await administrator(shared.place, server)
    await boss.post(`${admin}/users`, { email: victim, password })
    await boss.post(`${admin}/groups`, { email: 'team@example.com' })
    await boss.post(`${admin}/domains`, { name: 'example.com' })
    await boss.post(`${admin}/resources`, { name: 'Hall', id: room })
    const made = await runAlmanac(['key', 'create', 'site'], shared.place.environment)
    key = made.stdout.split('\n')[0]!.trim()
    ordinary = (await server.mint({ scopes: [adminScope] })).token
    const scopes = ['https://www.googleapis.com/auth/calendar', 'openid']
    outsider = (await server.mint({ email: boss.email, scopes })).token
  })

  const call = (
    { method, path, body }: (typeof operations)[number],
    { token, query = '' }: { token?: string; query?: string },
  ): Promise<HttpReply> => {
    const caller = as(shared.servers[0]!.base, token)
    const address = `${admin}${path}${path.includes('?') ? query.replace('?', '&') : query}`
    if (method === 'GET') return caller.get(address)
    if (method === 'DELETE') return caller.delete(address)
    return method === 'PATCH' ? caller.patch(address, body) : caller.post(address, body)
  }

  it('names every one of its operations in these tests', async () => {
    const { json } = await as(shared.servers[0]!.base).get('/discovery/v1/apis/admin/v1/rest')
    const ids = [...JSON.stringify(json.resources).matchAll(/"id":"admin\.([\w.]+)"/g)]
    expect(ids.map((match) => match[1]).sort()).toEqual(operations.map(({ id }) => id).sort())
    expect(json).toMatchObject({
      servicePath: 'admin/v1/',
      batchPath: 'batch/admin/v1',
      auth: { oauth2: { scopes: { [adminScope]: {} } } },
    })
  })

  for (const operation of operations) {
    it(`refuses ${operation.id} to everybody but administrators with its scope`, async () => {
      const loginRequired = { status: 401, reason: 'required', location: 'Authorization' }
      const keyReason =
        operation.method === 'GET' ? { status: 403, reason: 'forbidden' } : loginRequired
      expectRefusal(await call(operation, {}), loginRequired)
      expectRefusal(await call(operation, { token: 'garbage' }), {
        status: 401,
        reason: 'authError',
      })
      expectRefusal(await call(operation, { query: `?key=${key}` }), keyReason)
      const narrow = await call(operation, { token: outsider })
      expectRefusal(narrow, insufficientPermissions)
      expect(narrow.headers['www-authenticate']).toContain(`scope="${adminScope}"`)
      expectRefusal(await call(operation, { token: ordinary }), {
        status: 403,
        reason: 'forbidden',
        message: 'Only an administrator may do this.',
      })
    })
  }

  it('has changed nothing by refusing', async () => {
    const { json: user } = await boss.get(`${admin}/users/${victim}`)
    expect(user).toMatchObject({ isAdmin: false, isDisabled: false, hasPassword: true })
    expect((await boss.get(`${admin}/users/new@example.com`)).status).toBe(404)
    expect((await boss.get(`${admin}/groups/new@example.com`)).status).toBe(404)
    const { json: members } = await boss.get(`${admin}/groups/team@example.com/members`)
    expect(members.items).toEqual([])
    const { json: domains } = await boss.get(`${admin}/domains`)
    expect(domains.items).toMatchObject([{ name: 'example.com' }])
    const { json: rooms } = await boss.get(`${admin}/resources`)
    expect(rooms.items).toMatchObject([{ id: room, name: 'Hall' }])
  })

  it('checks on each call whether the caller is still an administrator', async () => {
    const other = await administrator(shared.place, shared.servers[0]!)
    expect((await other.get(`${admin}/users`)).status).toBe(200)
    const demoted = await boss.patch(`${admin}/users/${other.email}`, { adminRole: null })
    expect(demoted.json.isAdmin).toBe(false)
    expectRefusal(await other.get(`${admin}/users`), { status: 403, reason: 'forbidden' })
  })

  it('does not let an administrator disable itself', async () => {
    const refused = { status: 403, reason: 'forbidden' }
    for (const key of [boss.email, boss.email.toUpperCase(), await idOf(boss.email)]) {
      const self = `${admin}/users/${key}`
      expectRefusal(await boss.post(`${self}/disable`), refused)
      expectRefusal(await boss.delete(self), refused)
    }
    const renamed = await boss.patch(`${admin}/users/${boss.email}`, { name: 'The Boss' })
    expect(renamed.json).toMatchObject({ name: 'The Boss', isAdmin: true, isDisabled: false })
  })

  it('accepts batches at a path of its own', async () => {
    const email = freshEmail()
    const replies = await boss.batch(
      [
        { method: 'POST', path: `${admin}/users`, body: { email } },
        { path: `${admin}/users/${boss.email}` },
      ],
      '/batch/admin/v1',
    )
    expect(replies.map(({ json }) => json.email)).toEqual([email, boss.email])
  })

  const idOf = async (email: string) => (await boss.get(`${admin}/users/${email}`)).json.id
})

describe('the administration', () => {
  it('answers at the base path that a setting names', async () => {
    await using place = await embeddedEngine.place()
    const server = await place.start({ ALMANAC_ADMIN_BASE_PATH: '/manage' })
    const boss = await administrator(place, server)
    expect((await boss.get('/manage/users')).status).toBe(200)
    expect((await boss.get(`${admin}/users`)).status).toBe(404)
  })
})
