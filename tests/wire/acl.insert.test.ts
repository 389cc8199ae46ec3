import { expect, it } from 'vitest'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { newSharedCalendar } from '../support/sharing.ts'
import { onEveryEngine } from '../support/sites.ts'

const bob = { type: 'user', value: 'bob@example.com' }
const everyRole = [
  'none',
  'freeBusyReader',
  'reader',
  'writerWithoutPrivateAccess',
  'writer',
  'owner',
]
const publicRoles = ['none', 'freeBusyReader', 'reader']

onEveryEngine('inserting a rule', (site) => {
  it.each([
    ['user:bob@example.com', bob, everyRole],
    ['group:team@example.com', { type: 'group', value: 'team@example.com' }, everyRole],
    ['domain:example.com', { type: 'domain', value: 'example.com' }, everyRole],
    ['default', { type: 'default' }, publicRoles],
  ])('gives %s every role it can have', async (id, scope, roles) => {
    const calendar = await newSharedCalendar(site)
    for (const role of roles) {
      const reply = await calendar.insert({ role, scope })
      expect(reply.status).toBe(200)
      expect(reply.json).toEqual({
        kind: 'calendar#aclRule',
        etag: expect.stringMatching(/^"\w+"$/),
        id,
        scope,
        role,
      })
      expect(reply.headers.etag).toBe(reply.json.etag)
      if (role === 'none') continue
      expect((await calendar.owner.get(calendar.rulePath(id))).json).toEqual(reply.json)
      expect((await calendar.list()).items).toContainEqual(reply.json)
    }
  })

  it('puts the new role in place of the old one', async () => {
    const calendar = await newSharedCalendar(site)
    const first = await calendar.insert({ role: 'reader', scope: bob })
    const second = await calendar.insert({ role: 'writer', scope: bob })
    expect(second.json).toEqual({ ...first.json, role: 'writer', etag: second.json.etag })
    expect(second.json.etag).not.toBe(first.json.etag)
    expect(await calendar.roles()).toHaveLength(3)
  })

  it('changes nothing and sends no mail when the role is already granted', async () => {
    const calendar = await newSharedCalendar(site)
    const first = await calendar.insert({ role: 'reader', scope: bob })
    const before = await calendar.list()
    const again = await calendar.insert({ role: 'reader', scope: bob })
    expect([again.status, again.text]).toEqual([200, first.text])
    const since = await calendar.list(`?syncToken=${before.nextSyncToken}`)
    expect(since).toMatchObject({ items: [], etag: before.etag })
    expect(await calendar.mails()).toHaveLength(1)
  })

  it('revokes access with the role none', async () => {
    const calendar = await newSharedCalendar(site)
    await calendar.share({ 'user:bob@example.com': 'writer' })
    const reply = await calendar.insert({ role: 'none', scope: bob })
    expect(reply.json).toMatchObject({ id: 'user:bob@example.com', role: 'none', scope: bob })
    expect(await calendar.roles()).toHaveLength(2)
    expectRefusal(await calendar.owner.get(calendar.rulePath('user:bob@example.com')), notFound)
  })

  it('stores all concurrent grants of several owners', async () => {
    const [calendar, guest] = [await newSharedCalendar(site), await site.user()]
    await calendar.share({ [`user:${guest.email}`]: 'owner' })
    const roles = await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const scope = { type: 'user', value: `guest${index % 12}@example.com` }
        const caller = index < 12 ? calendar.owner : guest
        return (await caller.post(calendar.acl, { role: 'reader', scope })).json.role
      }),
    )
    expect(new Set(roles)).toEqual(new Set(['reader']))
    expect(await calendar.roles()).toHaveLength(15)
    expect(await calendar.mails()).toHaveLength(12)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('folds the case of addresses and domains, so that each has one rule', async () => {
    const calendar = await newSharedCalendar(site)
    const { json } = await calendar.insert({
      role: 'reader',
      scope: { type: 'user', value: ' Ann.Lee@Example.COM ' },
    })
    expect(json).toMatchObject({
      id: 'user:ann.lee@example.com',
      scope: { type: 'user', value: 'ann.lee@example.com' },
    })
    await calendar.share({ 'user:ANN.LEE@example.com': 'writer', 'domain:Example.ORG': 'reader' })
    const roles = await calendar.roles()
    expect(roles).toHaveLength(4)
    expect(roles).toContainEqual(['user:ann.lee@example.com', 'writer'])
    expect(roles).toContainEqual(['domain:example.org', 'reader'])
  })

  it('keeps apart a user, a group and a domain of like names', async () => {
    const calendar = await newSharedCalendar(site)
    await calendar.share({
      'user:team@example.com': 'reader',
      'group:team@example.com': 'writer',
      'domain:team.example.com': 'owner',
    })
    expect(await calendar.roles()).toHaveLength(5)
  })

  it('grants to an address before there is an account of it', async () => {
    const calendar = await newSharedCalendar(site)
    await calendar.share({ 'user:later@example.com': 'reader' })
    const later = await site.user({ email: 'later@example.com' })
    expect((await later.get(calendar.path)).status).toBe(200)
  })

  it('changes nothing when a revoked rule was never granted', async () => {
    const calendar = await newSharedCalendar(site)
    const before = await calendar.list('?showDeleted=true')
    const reply = await calendar.insert({ role: 'none', scope: bob })
    expect(reply.json).toMatchObject({ id: 'user:bob@example.com', role: 'none' })
    const { etag, items } = await calendar.list('?showDeleted=true')
    expect({ etag, items }).toEqual({ etag: before.etag, items: before.items })
  })

  it('ignores unknown and read-only keys', async () => {
    const calendar = await newSharedCalendar(site)
    const reply = await calendar.insert({
      kind: 'calendar#event',
      id: 'user:mallory@example.com',
      etag: '"stale"',
      role: 'reader',
      scope: { ...bob, color: 'red' },
      note: { any: ['thing'] },
    })
    expect(reply.json).toMatchObject({ kind: 'calendar#aclRule', id: 'user:bob@example.com' })
    expect(reply.json.scope).toEqual(bob)
    expect(reply.json).not.toHaveProperty('note')
  })

  it('ignores a value beside the scope default', async () => {
    const calendar = await newSharedCalendar(site)
    const value = '__public_principal__@public.calendar.google.com'
    const reply = await calendar.insert({ role: 'reader', scope: { type: 'default', value } })
    expect(reply.json).toMatchObject({ id: 'default', role: 'reader' })
    expect(reply.json.scope).toEqual({ type: 'default' })
  })

  it('returns the requested fields', async () => {
    const calendar = await newSharedCalendar(site)
    const reply = await calendar.insert({ role: 'reader', scope: bob }, '?fields=id,scope/type')
    expect(reply.json).toEqual({ id: 'user:bob@example.com', scope: { type: 'user' } })
  })

  it('names the primary calendar by its alias', async () => {
    const owner = await site.user()
    const reply = await owner.post('/calendars/primary/acl', { role: 'reader', scope: bob })
    expect(reply.status).toBe(200)
    const { json } = await owner.get(`/calendars/${owner.email}/acl`)
    expect(json.items).toContainEqual(reply.json)
  })

  const required = { status: 400, reason: 'required', domain: 'global' }
  const invalid = { status: 400, reason: 'invalid', domain: 'global' }
  const invalidScopeValue = { status: 400, reason: 'invalidScopeValue', domain: 'calendar' }
  const illegalForDefault = {
    status: 400,
    reason: 'illegalAccessRoleForDefault',
    domain: 'calendar',
  }

  it.each([
    ['nothing', {}, required],
    ['null for a scope', { role: 'reader', scope: null }, required],
    ['an unknown role', { role: 'king', scope: bob }, invalid],
    ['a number for a role', { role: 7, scope: bob }, invalid],
    ['a text for a scope', { role: 'reader', scope: 'bob@example.com' }, invalid],
    [
      'a text of any length',
      { role: 'reader', scope: { ...bob, value: 'a'.repeat(400) } },
      invalid,
    ],
    ['the character NUL', { role: 'reader', scope: { ...bob, value: 'a\0@b.cc' } }, invalid],
    ['no address', { role: 'reader', scope: { type: 'user', value: 'bob' } }, invalidScopeValue],
    ['a public writer', { role: 'writer', scope: { type: 'default' } }, illegalForDefault],
  ])('refuses %s, and then grants nothing and mails nobody', async (_, body, refusal) => {
    const calendar = await newSharedCalendar(site)
    const { etag, items } = await calendar.list('?showDeleted=true')
    expectRefusal(await calendar.insert(body), refusal)
    expect(await calendar.list('?showDeleted=true')).toMatchObject({ etag, items })
    expect(await calendar.mails()).toEqual([])
  })
})
