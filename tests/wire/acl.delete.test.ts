import { expect, it } from 'vitest'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { newSharedCalendar } from '../support/sharing.ts'
import { onEveryEngine } from '../support/sites.ts'

onEveryEngine('deleting a rule', (site) => {
  it.each(['user:bob@example.com', 'group:team@example.com', 'domain:example.org', 'default'])(
    'takes %s off the list with an empty 204',
    async (ruleId) => {
      const calendar = await newSharedCalendar(site)
      await calendar.share({ 'user:kept@example.com': 'reader', [ruleId]: 'reader' })
      const reply = await calendar.owner.delete(calendar.rulePath(ruleId))
      expect([reply.status, reply.text, reply.headers['content-length']]).toEqual([204, '', '0'])
      expect(await calendar.roles()).not.toContainEqual([ruleId, expect.anything()])
      expect(await calendar.roles()).toHaveLength(3)
    },
  )

  it('leaves the way free for a new rule, which has another etag', async () => {
    const calendar = await newSharedCalendar(site)
    const rule = { role: 'reader', scope: { type: 'user', value: 'bob@example.com' } }
    const { json: first } = await calendar.insert(rule)
    await calendar.owner.delete(calendar.rulePath(first.id!))
    const { json: second } = await calendar.insert(rule)
    expect(second).toEqual({ ...first, etag: second.etag })
    expect(second.etag).not.toBe(first.etag)
    expect(await calendar.roles()).toHaveLength(3)
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('works once', async () => {
    const calendar = await newSharedCalendar(site)
    await calendar.share({ 'user:bob@example.com': 'reader' })
    const path = calendar.rulePath('user:bob@example.com')
    expect((await calendar.owner.delete(path)).status).toBe(204)
    const { etag } = await calendar.list()
    expectRefusal(await calendar.owner.delete(path), notFound)
    expectRefusal(await calendar.owner.get(path), notFound)
    expect((await calendar.list()).etag).toBe(etag)
  })
})
