import { expect, it } from 'vitest'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { newSharedCalendar } from '../support/sharing.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

const ruleId = 'user:bob@example.com'

onEveryEngine('patching a rule', (site) => {
  it('changes its role and keeps the rest', async () => {
    const { calendar, path, rule } = await sharedWithBob(site)
    const reply = await calendar.owner.patch(path, { role: 'owner' })
    expect(reply.json).toEqual({ ...rule, role: 'owner', etag: reply.json.etag })
    expect(reply.json.etag).not.toBe(rule.etag)
    expect((await calendar.owner.get(path)).json).toEqual(reply.json)
  })

  it('removes it with the role none', async () => {
    const { calendar, path } = await sharedWithBob(site)
    const reply = await calendar.owner.patch(path, { role: 'none' })
    expect(reply.json).toMatchObject({ id: ruleId, role: 'none' })
    expectRefusal(await calendar.owner.get(path), notFound)
    expectRefusal(await calendar.owner.patch(path, { role: 'reader' }), notFound)
    expect(await calendar.roles()).toHaveLength(2)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    ['nothing', {}],
    ['the role it has', { role: 'reader' }],
    ['another scope', { scope: { type: 'user', value: 'mallory@example.com' } }],
    ['a scope that is none', { scope: { type: 'king', value: 'x' } }],
    ['no scope', { scope: null }],
    ['what is only read', { id: 'default', etag: '"x"', kind: 'x', color: 'red' }],
  ])('with %s changes nothing', async (_, body) => {
    const { calendar, path, rule } = await sharedWithBob(site)
    const { nextSyncToken, etag } = await calendar.list()
    expect((await calendar.owner.patch(path, body)).json).toEqual(rule)
    const since = await calendar.list(`?syncToken=${nextSyncToken}`)
    expect(since).toMatchObject({ items: [], etag })
    expect(await calendar.mails()).toEqual([])
  })

  it.each([
    ['no role', { role: null }, { status: 400, reason: 'required' }],
    ['an empty role', { role: '' }, { status: 400, reason: 'required' }],
    ['an unknown role', { role: 'king' }, { status: 400, reason: 'invalid' }],
    ['a list of roles', { role: ['reader'] }, { status: 400, reason: 'invalid' }],
  ])('refuses %s, and then changes nothing and mails nobody', async (_, body, refusal) => {
    const { calendar, path } = await sharedWithBob(site)
    const { etag, items } = await calendar.list('?showDeleted=true')
    expectRefusal(await calendar.owner.patch(path, body), refusal)
    expect(await calendar.list('?showDeleted=true')).toMatchObject({ etag, items })
    expect(await calendar.mails()).toEqual([])
  })

  it('does not let the public write', async () => {
    const calendar = await newSharedCalendar(site)
    await calendar.share({ default: 'reader' })
    const reply = await calendar.owner.patch(calendar.rulePath('default'), { role: 'writer' })
    expectRefusal(reply, { status: 400, reason: 'illegalAccessRoleForDefault' })
    expect(await calendar.roles()).toContainEqual(['default', 'reader'])
  })

  it('costs three units of the quota, and an update one', async () => {
    const { calendar, path, rule } = await sharedWithBob(site)
    const { email } = calendar.owner
    const metered = await site.user({ email, clientId: 'metered' })
    await metered.patch(path, { role: 'writer' })
    expect(await unitsOf('client:metered')).toBe(3)
    await metered.put(path, rule)
    expect(await unitsOf('client:metered')).toBe(4)
  })

  async function unitsOf(wanted: string): Promise<number | undefined> {
    const { json } = await site.call('/_almanac/quota')
    const subjects = json.subjects as { subject: string; day: number }[]
    return subjects.find(({ subject }) => subject === wanted)?.day
  }
})

async function sharedWithBob(site: Site) {
  const calendar = await newSharedCalendar(site)
  await calendar.share({ [ruleId]: 'reader' })
  const path = calendar.rulePath(ruleId)
  return { calendar, path, rule: (await calendar.owner.get(path)).json }
}
