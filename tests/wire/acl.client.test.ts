import { expect, it } from 'vitest'
import {
  discoveredClient,
  officialClient,
  thrown,
  withHeaders,
} from '../support/calendar-client.ts'
import { onEveryEngine } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const clients = [
  ['as it is published', async (user: WireUser) => officialClient(user)],
  ['built from our description', discoveredClient],
] as const

onEveryEngine('sharing with the official client', (site) => {
  it.each(clients)('%s grants, lists, changes and removes access', async (_, clientOf) => {
    const [alice, bob] = [await site.user(), await site.user()]
    const [ofAlice, ofBob] = [await clientOf(alice), await clientOf(bob)]
    const { data: made } = await ofAlice.calendars.insert({ requestBody: { summary: 'Ops' } })
    const calendarId = made.id!
    const ruleId = `user:${bob.email}`
    const scope = { type: 'user', value: bob.email }
    await expect(ofBob.calendars.get({ calendarId })).rejects.toMatchObject(thrown(404, 'notFound'))

    const { data: rule } = await ofAlice.acl.insert({
      calendarId,
      sendNotifications: false,
      requestBody: { role: 'reader', scope },
    })
    expect(rule).toMatchObject({ kind: 'calendar#aclRule', id: ruleId, role: 'reader', scope })
    expect((await ofBob.calendars.get({ calendarId })).data).toEqual(made)
    expect((await ofAlice.acl.get({ calendarId, ruleId })).data).toEqual(rule)
    const { data: listed } = await ofAlice.acl.list({ calendarId })
    expect(listed.items).toHaveLength(3)
    expect(listed.items).toContainEqual(rule)
    const listing = ofBob.acl.list({ calendarId })
    await expect(listing).rejects.toMatchObject(thrown(403, 'forbidden'))

    const requestBody = { role: 'writer' }
    const { data: patched } = await ofAlice.acl.patch({ calendarId, ruleId, requestBody })
    expect(patched).toMatchObject({ id: ruleId, role: 'writer' })
    expect((await ofBob.acl.list({ calendarId })).data.items).toContainEqual(patched)
    const { data: put } = await ofAlice.acl.update({
      calendarId,
      ruleId,
      requestBody: { role: 'owner', scope },
    })
    expect(put).toMatchObject({ id: ruleId, role: 'owner' })
    const summary = 'Renamed by Bob'
    await ofBob.calendars.patch({ calendarId, requestBody: { summary } })
    expect((await ofAlice.calendars.get({ calendarId })).data.summary).toBe(summary)

    const late = withHeaders({ calendarId, ruleId }, { 'If-Match': rule.etag! })
    await expect(ofAlice.acl.delete(late)).rejects.toMatchObject(thrown(412, 'conditionNotMet'))
    expect((await ofAlice.acl.delete({ calendarId, ruleId })).status).toBe(204)
    await expect(ofAlice.acl.get({ calendarId, ruleId })).rejects.toMatchObject({ status: 404 })
    await expect(ofBob.calendars.get({ calendarId })).rejects.toMatchObject({ status: 404 })
    const { data: changes } = await ofAlice.acl.list({
      calendarId,
      syncToken: listed.nextSyncToken!,
    })
    expect(changes.items).toMatchObject([{ id: ruleId, role: 'none' }])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  it('reports reason and status of an error', async () => {
    const client = officialClient(await site.user())
    const calendarId = 'primary'
    const inserting = client.acl.insert({ calendarId, requestBody: { role: 'reader' } })
    await expect(inserting).rejects.toMatchObject(thrown(400, 'required'))
    const getting = client.acl.get({ calendarId, ruleId: 'totally-wrong' })
    await expect(getting).rejects.toThrow('Invalid resource id value.')
  })
})
