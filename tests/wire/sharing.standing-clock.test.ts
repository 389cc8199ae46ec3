import { expect, it } from 'vitest'
import { expectRefusal, notFound } from '../support/refusal.ts'
import { onServers } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'
import { admin, administrator } from './admin-fixture.ts'

// Time stands still here, so no other test may share the server.
onServers('a removed user, while the clock stands still', (site) => {
  it('leaves no access to what is shared under the same address later', async () => {
    const boss = await administrator(site.place, site.server)
    await site.call('/_almanac/clock', { method: 'POST', body: { frozen: true } })
    const [former, bob, carol] = [await site.user(), await site.user(), await site.user()]
    const { email } = former
    await share(former, bob)
    const token = (await former.get('/calendars/primary/acl')).json.nextSyncToken
    expect((await bob.get(`/calendars/${email}`)).status).toBe(200)
    await boss.delete(`${admin}/users/${email}`)
    const present = await site.user({ email })
    await share(present, carol)
    expectRefusal(await bob.get(`/calendars/${email}`), notFound)
    const synced = await present.get(`/calendars/primary/acl?syncToken=${token}`)
    expectRefusal(synced, { status: 410, reason: 'fullSyncRequired' })
  })
})

const share = (owner: WireUser, { email }: WireUser) =>
  owner.post('/calendars/primary/acl', { role: 'reader', scope: { type: 'user', value: email } })
