import { expect, it } from 'vitest'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { newSharedCalendar, scopeOf } from '../support/sharing.ts'
import { onEmbedded } from '../support/sites.ts'

const invalidId = {
  status: 400,
  reason: 'invalid',
  message: 'Invalid resource id value.',
  location: 'ruleId',
}

onEmbedded('the id of a rule', (site) => {
  it.each([
    'default',
    'domain:example.com',
    'group:team@example.com',
    'user:bob@example.com',
    'user:a+b%c@example.com',
    "user:o'neil@example.com",
    'user:a/b@example.com',
    'user:zoë@example.com',
  ])('finds %s when it is percent-encoded', async (ruleId) => {
    const calendar = await newSharedCalendar(site)
    await calendar.share({ [ruleId]: 'reader' })
    const path = calendar.rulePath(ruleId)
    const scope = scopeOf(ruleId)
    const { owner } = calendar
    expect((await owner.get(path)).json).toMatchObject({ id: ruleId, scope, role: 'reader' })
    const role = 'freeBusyReader'
    expect((await owner.patch(path, { role })).json).toMatchObject({ id: ruleId, role })
    expect((await owner.put(path, { role: 'reader', scope })).json).toMatchObject({ id: ruleId })
    expect((await owner.delete(path)).status).toBe(204)
  })

  it('is the same raw, encoded in part, and in other case', async () => {
    const calendar = await newSharedCalendar(site)
    await calendar.share({ 'user:bob@example.com': 'reader' })
    const rule = (await calendar.owner.get(calendar.rulePath('user:bob@example.com'))).json
    for (const form of [
      'user:bob@example.com',
      'user%3Abob%40example.com',
      'user%3abob@example.com',
      'user:Bob@Example.COM',
    ]) {
      expect((await calendar.owner.get(`${calendar.acl}/${form}`)).json).toEqual(rule)
    }
  })

  // Scenario 82, for every method that names a rule.
  it.each([
    'totally-wrong',
    'user',
    'user:',
    'user:nobody',
    'user:a@b',
    'group:team@',
    'domain:',
    'domain:nodots',
    'domain:a@example.com',
    'default:',
    'default:x',
    'Default',
    'USER:bob@example.com',
    'king:bob@example.com',
    'toString:bob@example.com',
    ':bob@example.com',
    'bob@example.com',
    'user:a@b.cc,user:d@e.ff\n',
  ])('is not %j', async (ruleId) => {
    const calendar = await newSharedCalendar(site)
    const { owner } = calendar
    const path = calendar.rulePath(ruleId)
    const rule = { role: 'reader', scope: { type: 'user', value: 'bob@example.com' } }
    expectRefusal(await owner.get(path), invalidId)
    expectRefusal(await owner.put(path, rule), invalidId)
    expectRefusal(await owner.patch(path, { role: 'reader' }), invalidId)
    expectRefusal(await owner.delete(path), invalidId)
    expect(await calendar.roles('?showDeleted=true')).toHaveLength(2)
  })

  it.each(['user:nobody@example.com', 'group:none@example.com', 'domain:no.example', 'default'])(
    '%s names nothing where there is no such rule',
    async (ruleId) => {
      const calendar = await newSharedCalendar(site)
      const { owner } = calendar
      const path = calendar.rulePath(ruleId)
      expectRefusal(await owner.get(path), notFound)
      expectRefusal(await owner.put(path, { role: 'reader', scope: scopeOf(ruleId) }), notFound)
      expectRefusal(await owner.patch(path, { role: 'reader' }), notFound)
      expectRefusal(await owner.delete(path), notFound)
      expect(await calendar.roles('?showDeleted=true')).toHaveLength(2)
      expect(await calendar.mails()).toEqual([])
    },
  )

  it('names nothing on another calendar', async () => {
    const [calendar, other] = [await newSharedCalendar(site), await newSharedCalendar(site)]
    await calendar.share({ 'user:bob@example.com': 'reader' })
    expectRefusal(await other.owner.get(other.rulePath('user:bob@example.com')), notFound)
  })
})
