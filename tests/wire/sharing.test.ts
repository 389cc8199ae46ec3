import { expect, it } from 'vitest'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { newServiceAccount } from '../support/service-account.ts'
import { newSharedCalendar, rolesIn } from '../support/sharing.ts'
import { onServers } from '../support/sites.ts'
import { WireUser } from '../support/wire-user.ts'

const list = '/users/me/calendarList'
const ownerRequired = {
  status: 403,
  reason: 'requiredAccessLevel',
  domain: 'calendar',
  message: 'You need to have owner access to this calendar.',
}
const forbidden = { status: 403, reason: 'forbidden', domain: 'global' }

onServers('sharing a calendar', (site) => {
  // Scenario 74.
  it('opens it at once, and leaves it to the other to put it on a list', async () => {
    const [calendar, bob] = [await newSharedCalendar(site), await site.user()]
    expectRefusal(await bob.get(calendar.path), notFound)
    const scope = { type: 'user', value: bob.email }
    const reply = await calendar.insert({ role: 'reader', scope })
    expect([reply.status, reply.json.id]).toEqual([200, `user:${bob.email}`])
    expect((await bob.get(list)).json.items).toMatchObject([{ id: bob.email }])
    const shown = await bob.get(calendar.path)
    expect(shown.json).toEqual((await calendar.owner.get(calendar.path)).json)
    const entry = await bob.post(list, { id: calendar.id })
    expect(entry.json).toMatchObject({ id: calendar.id, accessRole: 'reader' })
  })

  // Scenario 81.
  it('ends with the rule, and the entry on the list with it', async () => {
    const [calendar, bob] = [await newSharedCalendar(site), await site.user()]
    await calendar.share({ [`user:${bob.email}`]: 'reader' })
    await bob.post(list, { id: calendar.id })
    const { nextSyncToken } = (await bob.get(list)).json
    expect((await calendar.owner.delete(calendar.rulePath(`user:${bob.email}`))).status).toBe(204)
    expectRefusal(await bob.get(calendar.path), notFound)
    const { items } = (await bob.get(`${list}?syncToken=${nextSyncToken}`)).json
    expect(items).toMatchObject([{ id: calendar.id, deleted: true }])
  })

  it('follows each change of the role at once', async () => {
    const [calendar, bob] = [await newSharedCalendar(site), await site.user()]
    const statuses = async () => [
      (await bob.get(calendar.path)).status,
      (await bob.get(calendar.acl)).status,
      (await bob.patch(calendar.path, { description: 'same' })).status,
    ]
    expect(await statuses()).toEqual([404, 404, 404])
    for (const [role, expected] of [
      ['reader', [200, 403, 403]],
      ['owner', [200, 200, 200]],
      ['writer', [200, 200, 403]],
      ['none', [404, 404, 404]],
      ['freeBusyReader', [200, 403, 403]],
    ] as const) {
      await calendar.share({ [`user:${bob.email}`]: role })
      expect([role, await statuses()]).toEqual([role, expected])
      expect([role, await statuses()]).toEqual([role, expected])
    }
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  // Scenario 75, as far as the calendar itself goes.
  it('lets a reader see it, and neither change nor delete it', async () => {
    const [calendar, bob] = [await newSharedCalendar(site), await site.user()]
    await calendar.share({ [`user:${bob.email}`]: 'reader' })
    const before = (await bob.get(calendar.path)).json
    expectRefusal(await bob.patch(calendar.path, { summary: 'x' }), ownerRequired)
    expectRefusal(await bob.put(calendar.path, { summary: 'x' }), ownerRequired)
    expectRefusal(await bob.delete(calendar.path), forbidden)
    expect((await bob.get(calendar.path)).json).toEqual(before)
  })

  it('shows nothing to users without a rule', async () => {
    const [calendar, carol] = [await newSharedCalendar(site), await site.user()]
    await calendar.share({ 'user:bob@example.com': 'owner' })
    expectRefusal(await carol.get(calendar.path), notFound)
    expectRefusal(await carol.patch(calendar.path, { summary: 'x' }), notFound)
    expectRefusal(await carol.put(calendar.path, { summary: 'x' }), notFound)
    expectRefusal(await carol.delete(calendar.path), notFound)
    expectRefusal(await carol.post(list, { id: calendar.id }), notFound)
  })

  // Scenario 79, second part.
  it('lets another owner change it, and leaves deleting it to the data owner', async () => {
    const [calendar, bob] = [await newSharedCalendar(site), await site.user()]
    await calendar.share({ [`user:${bob.email}`]: 'owner' })
    const patched = await bob.patch(calendar.path, { summary: 'By Bob' })
    expect(patched.json).toMatchObject({ summary: 'By Bob', dataOwner: calendar.owner.email })
    expectRefusal(await bob.delete(calendar.path), forbidden)
    expect((await calendar.owner.get(calendar.path)).json).toEqual(patched.json)
    expect((await calendar.owner.delete(calendar.path)).status).toBe(204)
  })

  // Scenario 80.
  it('does not let anybody delete a primary calendar, or unsubscribe from their own', async () => {
    const [alice, bob] = [await site.user(), await site.user()]
    const scope = { type: 'user', value: bob.email }
    await alice.post('/calendars/primary/acl', { role: 'owner', scope })
    expectRefusal(await alice.delete('/calendars/primary'), {
      status: 403,
      reason: 'cannotDeletePrimaryCalendar',
    })
    expectRefusal(await bob.delete(`/calendars/${alice.email}`), forbidden)
    const calendar = await newSharedCalendar(site, alice)
    expectRefusal(await alice.delete(`${list}/${calendar.id}`), {
      status: 403,
      reason: 'cannotUnsubscribeFromOwnedCalendar',
    })
  })

  it('works for a primary calendar, which others name by its address', async () => {
    const [alice, bob] = [await site.user(), await site.user()]
    const scope = { type: 'user', value: bob.email }
    await alice.post('/calendars/primary/acl', { role: 'writer', scope })
    expect((await bob.get(`/calendars/${alice.email}`)).json.id).toBe(alice.email)
    expect((await bob.get('/calendars/primary')).json.id).toBe(bob.email)
    const { json } = await bob.get(`/calendars/${alice.email.toUpperCase()}/acl`)
    expect(rolesIn(json)).toHaveLength(2)
  })

  it('works with a service account as with a user', async () => {
    const account = await newServiceAccount(site, 'robot')
    const { client_email: email } = account.file
    const robot = new WireUser(site, { email, token: account.selfSigned() })
    const calendar = await newSharedCalendar(site)
    expectRefusal(await robot.get(calendar.path), notFound)
    await calendar.share({ [`user:${email}`]: 'reader' })
    expect((await robot.get(calendar.path)).status).toBe(200)
    expectRefusal(await robot.patch(calendar.path, { summary: 'x' }), ownerRequired)
  })
})
