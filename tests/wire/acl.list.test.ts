import { expect, it } from 'vitest'
import { expectRefusal } from '../support/refusal.ts'
import { newSharedCalendar, rolesIn } from '../support/sharing.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('the list of rules', (site) => {
  it('contains every rule whole, including the public one', async () => {
    const calendar = await newSharedCalendar(site)
    const { json: rule } = await calendar.insert({ role: 'reader', scope: { type: 'default' } })
    const reply = await calendar.owner.get(calendar.acl)
    expect(reply.json).toEqual({
      kind: 'calendar#acl',
      etag: expect.stringMatching(/^"p3\w+"$/),
      nextSyncToken: expect.any(String),
      items: expect.arrayContaining([rule]),
    })
    expect(reply.headers.etag).toBe(reply.json.etag)
    expect(reply.json.items).toHaveLength(3)
  })

  it('is ordered by id, in whatever order they were granted', async () => {
    const calendar = await newSharedCalendar(site)
    const ids = [
      'user:zoë@example.com',
      'user:a_b@example.com',
      'domain:example.org',
      'user:a.b@example.com',
      'group:team@example.com',
      'default',
      'user:a-b@example.com',
      'user:0@example.com',
    ]
    await calendar.share(Object.fromEntries(ids.map((id) => [id, 'reader'])))
    const listed = (await calendar.roles()).map(([id]) => id)
    expect(listed).toHaveLength(10)
    expect(listed).toEqual([...listed].sort())
    await calendar.share({ 'user:a.b@example.com': 'writer' })
    expect((await calendar.roles()).map(([id]) => id)).toEqual(listed)
  })

  it('contains deleted rules, with the role none, only on request', async () => {
    const calendar = await newSharedCalendar(site)
    await calendar.share({ 'user:bob@example.com': 'reader', 'user:eve@example.com': 'reader' })
    await calendar.owner.delete(calendar.rulePath('user:bob@example.com'))
    const removed = {
      kind: 'calendar#aclRule',
      etag: expect.any(String),
      id: 'user:bob@example.com',
      scope: { type: 'user', value: 'bob@example.com' },
      role: 'none',
    }
    expect((await calendar.list('?showDeleted=true')).items).toContainEqual(removed)
    for (const query of ['', '?showDeleted=false']) {
      expect(await calendar.roles(query)).toHaveLength(3)
    }
    await calendar.share({ 'user:bob@example.com': 'writer' })
    expect(await calendar.roles('?showDeleted=true')).toEqual(await calendar.roles())
  })

  it('changes its etag exactly when a rule changes', async () => {
    const calendar = await newSharedCalendar(site)
    const etags = new Set<string>()
    const note = async () => etags.add((await calendar.list()).etag!)
    await note()
    await calendar.share({ 'user:bob@example.com': 'reader' })
    await note()
    await calendar.share({ 'user:bob@example.com': 'reader' })
    await calendar.owner.patch(calendar.path, { summary: 'Renamed' })
    await note()
    expect(etags.size).toBe(2)
    await calendar.share({ 'user:bob@example.com': 'writer' })
    await note()
    await calendar.owner.delete(calendar.rulePath('user:bob@example.com'))
    await note()
    expect(etags.size).toBe(4)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('returns the requested fields', async () => {
    const calendar = await newSharedCalendar(site)
    const { json } = await calendar.owner.get(`${calendar.acl}?fields=items(id,scope/type)`)
    expect(json).toEqual({
      items: expect.arrayContaining([{ id: `user:${calendar.id}`, scope: { type: 'user' } }]),
    })
  })

  it('is that of one calendar alone', async () => {
    const owner = await site.user()
    const calendar = await newSharedCalendar(site, owner)
    const other = await newSharedCalendar(site, owner)
    await calendar.share({ 'user:bob@example.com': 'reader' })
    expect(await other.roles()).toHaveLength(2)
    expect(rolesIn((await owner.get('/calendars/primary/acl')).json)).toHaveLength(1)
  })

  it('refuses a value of showDeleted that is none', async () => {
    const calendar = await newSharedCalendar(site)
    const reply = await calendar.owner.get(`${calendar.acl}?showDeleted=maybe`)
    expectRefusal(reply, { status: 400, reason: 'invalidParameter', location: 'showDeleted' })
  })
})
