import { expect, it } from 'vitest'
import { conditionNotMet, expectRefusal } from '../support/refusal.ts'
import { newSharedCalendar } from '../support/sharing.ts'
import { onEveryEngine, type Site } from '../support/sites.ts'

const ruleId = 'user:bob@example.com'
const scope = { type: 'user', value: 'bob@example.com' }

onEveryEngine('preconditions on rules', (site) => {
  it('refuse a write that names an outdated etag, and leave the rule as it is', async () => {
    const { calendar, path, rule, stale } = await changedRule(site)
    const { owner } = calendar
    const headers = { 'If-Match': stale }
    expectRefusal(await owner.put(path, { role: 'owner', scope }, headers), conditionNotMet)
    expectRefusal(await owner.patch(path, { role: 'owner' }, headers), conditionNotMet)
    expectRefusal(await owner.patch(path, {}, headers), conditionNotMet)
    expectRefusal(await owner.delete(path, headers), conditionNotMet)
    expect((await owner.get(path)).json).toEqual(rule)
    expect(await calendar.mails()).toEqual([])
  })

  it('answer an empty 304 to a reader who has the list as it is', async () => {
    const { calendar } = await changedRule(site)
    const { etag } = await calendar.list()
    const headers = { 'If-None-Match': etag! }
    const reply = await calendar.owner.get(calendar.acl, headers)
    expect([reply.status, reply.text, reply.headers.etag]).toEqual([304, '', etag])
    await calendar.share({ 'user:carol@example.com': 'reader' })
    expect((await calendar.owner.get(calendar.acl, headers)).status).toBe(200)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it.each([
    ['as it was read', (etag: string) => etag],
    ['without its quotes', (etag: string) => etag.slice(1, -1)],
    ['in a list', (etag: string) => `"other", ${etag}`],
    ['as a star', () => '*'],
  ])('let a write pass that names the etag %s', async (_, form) => {
    const { calendar, path, rule } = await changedRule(site)
    const { owner } = calendar
    const patched = await owner.patch(path, { role: 'owner' }, { 'If-Match': form(rule.etag!) })
    expect(patched.json.role).toBe('owner')
    const headers = { 'If-Match': form(patched.json.etag!) }
    const put = await owner.put(path, { role: 'reader', scope }, headers)
    expect(put.json.role).toBe('reader')
    expect((await owner.delete(path, { 'If-Match': form(put.json.etag!) })).status).toBe(204)
  })

  it('ignore an etag in the body', async () => {
    const { calendar, path, stale } = await changedRule(site)
    expect((await calendar.owner.patch(path, { role: 'owner', etag: stale })).status).toBe(200)
  })

  it('answer an empty 304 to a reader who has the rule as it is', async () => {
    const { calendar, path, rule, stale } = await changedRule(site)
    const reply = await calendar.owner.get(path, { 'If-None-Match': rule.etag! })
    expect([reply.status, reply.text, reply.headers.etag]).toEqual([304, '', rule.etag])
    const older = await calendar.owner.get(path, { 'If-None-Match': stale })
    expect([older.status, older.json]).toEqual([200, rule])
  })
})

async function changedRule(site: Site) {
  const calendar = await newSharedCalendar(site)
  await calendar.share({ [ruleId]: 'reader' })
  const path = calendar.rulePath(ruleId)
  const { etag: stale } = (await calendar.owner.get(path)).json
  await calendar.share({ [ruleId]: 'writer' })
  return { calendar, path, rule: (await calendar.owner.get(path)).json, stale: stale! }
}
