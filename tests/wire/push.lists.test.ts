import { afterAll, beforeAll, expect, it } from 'vitest'
import { onServers } from '../support/sites.ts'
import { openChannel } from '../support/watching.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'
import { administrator, freshEmail } from './admin-fixture.ts'

const list = '/users/me/calendarList'

onServers('whoever watches a list of calendars is told', (site) => {
  let receiver: WebhookReceiver
  beforeAll(async () => {
    receiver = await WebhookReceiver.open()
  })
  afterAll(() => receiver[Symbol.asyncDispose]())

  async function scene(scope?: object) {
    const owner = await site.user()
    const guest = await site.user()
    const { calendar, path } = await owner.newCalendar()
    const given = scope ?? { type: 'user', value: guest.email }
    await owner.post(`${path}/acl`, { role: 'reader', scope: given })
    const subscribe = async () => {
      expect((await guest.post(list, { id: calendar.id })).status).toBe(200)
      const { json } = await guest.get(list)
      const channel = await openChannel(receiver, guest, list)
      const removed = async () => {
        await receiver.until(channel.address, 2)
        const sync = await guest.get(`${list}?syncToken=${json.nextSyncToken}`)
        expect(sync.json.items).toMatchObject([{ id: calendar.id, deleted: true }])
      }
      return { removed }
    }
    return { owner, guest, path, given, subscribe }
  }

  it('when a calendar on it is deleted by its owner', async () => {
    const { owner, path, subscribe } = await scene()
    const { removed } = await subscribe()
    await owner.delete(path)
    await removed()
  })

  it('when access is revoked from the user, or from the public', async () => {
    for (const scope of [undefined, { type: 'default' }]) {
      const { owner, path, given, subscribe } = await scene(scope)
      const { removed } = await subscribe()
      await owner.post(`${path}/acl`, { role: 'none', scope: given })
      await removed()
    }
  })

  it('when the user leaves the group that had access', async () => {
    const boss = await administrator(site.place, site.server)
    const group = freshEmail('group')
    await boss.post('/admin/v1/groups', { email: group })
    const { guest, subscribe } = await scene({ type: 'group', value: group })
    await boss.post(`/admin/v1/groups/${group}/members`, { email: guest.email })
    const { removed } = await subscribe()
    await boss.delete(`/admin/v1/groups/${group}/members/${guest.email}`)
    await removed()
  })
})
