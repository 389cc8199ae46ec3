import { expect, it } from 'vitest'
import { expectRefusal } from '../support/refusal.ts'
import { newSharedCalendar, type SharedCalendar, scopeOf } from '../support/sharing.ts'
import { onEveryEngine } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const ofCalendar = { status: 403, domain: 'calendar' }
const cannotChangeOwnAcl = { ...ofCalendar, reason: 'cannotChangeOwnAcl' }
const cannotChangeOwnerAcl = { ...ofCalendar, reason: 'cannotChangeOwnerAcl' }

onEveryEngine('protected rules', (site) => {
  it('exist on a new secondary calendar: its creator and itself', async () => {
    const calendar = await newSharedCalendar(site)
    const ids = [`user:${calendar.owner.email}`, `user:${calendar.id}`]
    expect((await calendar.roles()).sort()).toEqual(ids.map((id) => [id, 'owner']).sort())
  })

  it('exist on a primary calendar: only its user', async () => {
    const owner = await site.user()
    const { json } = await owner.get('/calendars/primary/acl')
    expect(json.items).toEqual([
      {
        kind: 'calendar#aclRule',
        etag: expect.any(String),
        id: `user:${owner.email}`,
        scope: { type: 'user', value: owner.email },
        role: 'owner',
      },
    ])
  })

  it('keep another owner from changing that of the data owner', async () => {
    const [calendar, bob] = [await newSharedCalendar(site), await site.user()]
    await calendar.share({ [`user:${bob.email}`]: 'owner' })
    await expectProtected(calendar, bob, {
      ruleId: `user:${calendar.owner.email}`,
      refusal: cannotChangeOwnerAcl,
    })
  })

  async function expectProtected(
    calendar: SharedCalendar,
    caller: WireUser,
    { ruleId, refusal }: { ruleId: string; refusal: typeof cannotChangeOwnAcl },
  ) {
    const before = await calendar.list('?showDeleted=true')
    const path = calendar.rulePath(ruleId)
    const scope = scopeOf(ruleId)
    expectRefusal(await caller.delete(path), refusal)
    for (const role of ['writer', 'none']) {
      expectRefusal(await caller.put(path, { role, scope }), refusal)
      expectRefusal(await caller.patch(path, { role }), refusal)
      expectRefusal(await caller.post(calendar.acl, { role, scope }), refusal)
    }
    const { etag, items } = await calendar.list('?showDeleted=true')
    expect({ etag, items }).toEqual({ etag: before.etag, items: before.items })
    expect(await calendar.mails()).toEqual([])
  }

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  // Scenario 79, first part.
  it('keep the data owner from changing their own', async () => {
    const calendar = await newSharedCalendar(site)
    await expectProtected(calendar, calendar.owner, {
      ruleId: `user:${calendar.owner.email}`,
      refusal: cannotChangeOwnAcl,
    })
  })

  it('keep the user of a primary calendar from changing their own', async () => {
    const owner = await site.user()
    const path = `/calendars/primary/acl/user:${owner.email}`
    expectRefusal(await owner.delete(path), cannotChangeOwnAcl)
    expectRefusal(await owner.patch(path, { role: 'reader' }), cannotChangeOwnAcl)
    expect((await owner.get(path)).json.role).toBe('owner')
  })

  it('keep another owner from changing their own', async () => {
    const [calendar, bob] = [await newSharedCalendar(site), await site.user()]
    await calendar.share({ [`user:${bob.email}`]: 'owner' })
    await expectProtected(calendar, bob, {
      ruleId: `user:${bob.email}`,
      refusal: cannotChangeOwnAcl,
    })
  })

  it('keep everybody from changing that of the calendar itself', async () => {
    const [calendar, bob] = [await newSharedCalendar(site), await site.user()]
    await calendar.share({ [`user:${bob.email}`]: 'owner' })
    for (const caller of [calendar.owner, bob]) {
      await expectProtected(calendar, caller, {
        ruleId: `user:${calendar.id}`,
        refusal: cannotChangeOwnerAcl,
      })
    }
  })

  it('can be granted again unchanged', async () => {
    const calendar = await newSharedCalendar(site)
    const { etag } = await calendar.list()
    for (const value of [calendar.id, calendar.owner.email]) {
      const rule = { role: 'owner', scope: { type: 'user', value } }
      expect((await calendar.insert(rule)).json).toMatchObject(rule)
    }
    expect((await calendar.list()).etag).toBe(etag)
  })

  it('do not keep owners from removing each other', async () => {
    const calendar = await newSharedCalendar(site)
    const [bob, carol] = [await site.user(), await site.user()]
    await calendar.share({ [`user:${bob.email}`]: 'owner', [`user:${carol.email}`]: 'owner' })
    expect((await bob.delete(calendar.rulePath(`user:${carol.email}`))).status).toBe(204)
    expect((await calendar.owner.delete(calendar.rulePath(`user:${bob.email}`))).status).toBe(204)
    expect(await calendar.roles()).toHaveLength(2)
  })
})
