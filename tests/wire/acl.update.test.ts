import { expect, it } from 'vitest'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { newSharedCalendar } from '../support/sharing.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

const ruleId = 'user:bob@example.com'
const scope = { type: 'user', value: 'bob@example.com' }

onEveryEngine('updating a rule', (site) => {
  it('replaces its role and keeps its id', async () => {
    const { calendar, path, rule } = await sharedWithBob(site)
    const reply = await calendar.owner.put(path, { role: 'writer', scope })
    expect(reply.json).toEqual({ ...rule, role: 'writer', etag: reply.json.etag })
    expect(reply.json.etag).not.toBe(rule.etag)
    expect((await calendar.owner.get(path)).json).toEqual(reply.json)
  })

  it('removes it with the role none', async () => {
    const { calendar, path } = await sharedWithBob(site)
    const reply = await calendar.owner.put(path, { role: 'none', scope })
    expect(reply.json).toMatchObject({ id: ruleId, role: 'none' })
    expectRefusal(await calendar.owner.get(path), notFound)
    expectRefusal(await calendar.owner.put(path, { role: 'reader', scope }), notFound)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('accepts the scope in any case', async () => {
    const { calendar, path } = await sharedWithBob(site)
    const other = { ...scope, value: 'BOB@example.com' }
    const reply = await calendar.owner.put(path, { role: 'writer', scope: other })
    expect(reply.json).toMatchObject({ id: ruleId, scope, role: 'writer' })
  })

  it('changes nothing if the rule is up to date', async () => {
    const { calendar, path, rule } = await sharedWithBob(site)
    const { nextSyncToken } = await calendar.list()
    expect((await calendar.owner.put(path, rule)).json).toEqual(rule)
    expect((await calendar.list(`?syncToken=${nextSyncToken}`)).items).toEqual([])
    expect(await calendar.mails()).toEqual([])
  })

  const required = { status: 400, reason: 'required' }
  const invalid = { status: 400, reason: 'invalid' }

  it.each([
    ['no scope', { role: 'writer' }, required],
    ['no type of scope', { role: 'writer', scope: { value: scope.value } }, required],
    ['no value of scope', { role: 'writer', scope: { type: 'user' } }, required],
    ['no role', { scope }, required],
    ['an unknown role', { role: 'king', scope }, invalid],
    ['another address', { role: 'writer', scope: { ...scope, value: 'x@example.com' } }, invalid],
    ['another type', { role: 'writer', scope: { ...scope, type: 'group' } }, invalid],
    ['the public', { role: 'reader', scope: { type: 'default' } }, invalid],
    [
      'no address',
      { role: 'writer', scope: { ...scope, value: 'bob' } },
      { status: 400, reason: 'invalidScopeValue' },
    ],
  ])('refuses %s, and then changes nothing and mails nobody', async (_, body, refusal) => {
    const { calendar, path } = await sharedWithBob(site)
    const { etag, items } = await calendar.list('?showDeleted=true')
    expectRefusal(await calendar.owner.put(path, body), refusal)
    expect(await calendar.list('?showDeleted=true')).toMatchObject({ etag, items })
    expect(await calendar.mails()).toEqual([])
  })

  it('does not let the public write', async () => {
    const calendar = await newSharedCalendar(site)
    await calendar.share({ default: 'freeBusyReader' })
    const put = (role: string) =>
      calendar.owner.put(calendar.rulePath('default'), { role, scope: { type: 'default' } })
    expectRefusal(await put('writer'), { status: 400, reason: 'illegalAccessRoleForDefault' })
    expect((await put('reader')).json).toMatchObject({ id: 'default', role: 'reader' })
  })
})

async function sharedWithBob(site: Site) {
  const calendar = await newSharedCalendar(site)
  await calendar.share({ [ruleId]: 'reader' })
  const path = calendar.rulePath(ruleId)
  return { calendar, path, rule: (await calendar.owner.get(path)).json }
}
