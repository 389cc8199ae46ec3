import { afterEach, expect, it } from 'vitest'
import { until } from '../support/calling.ts'
import { expectRefusal } from '../support/refusal.ts'
import { onEveryEngine } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'

const list = '/users/me/calendarList'
const fullSyncRequired = { status: 410, reason: 'fullSyncRequired', location: 'syncToken' }

// Time is moved here, so no other test may share the server.
onEveryEngine('what was removed', (site) => {
  const turnClock = (body: object) => site.call('/_almanac/clock', { method: 'POST', body })
  const advance = (duration: string) => turnClock({ advance: duration })
  afterEach(() => turnClock({ reset: true }))

  /** A calendar shared with guests, each of whom has it on the list. */
  async function sharedCalendar(...names: string[]) {
    const owner = await site.user()
    const { calendar, path } = await owner.newCalendar()
    const guests: Record<string, WireUser> = {}
    for (const name of names) {
      const guest = await site.user()
      guests[name] = guest
      await owner.post(`${path}/acl`, { role: 'reader', scope: scopeOf(guest) })
      await guest.post(list, { id: calendar.id })
    }
    const ruleOf = (name: string) => `user:${guests[name]!.email}`
    const takeFrom = (name: string) =>
      owner.delete(`${path}/acl/${encodeURIComponent(ruleOf(name))}`)
    return { owner, guests, id: calendar.id!, path, ruleOf, takeFrom }
  }

  /** The rules that the list shows as taken away. */
  async function removedRules(owner: WireUser, path: string): Promise<unknown[]> {
    const { json } = await owner.get(`${path}/acl?showDeleted=true`)
    return json.items!.filter(({ role }) => role === 'none').map(({ id }) => id)
  }

  it('of rules is purged when no valid sync token needs it any more, and not before', async () => {
    const { owner, path, ruleOf, takeFrom } = await sharedCalendar('early', 'late', 'stays')
    await takeFrom('early')
    await advance('P20D')
    await takeFrom('late')
    expect(await removedRules(owner, path)).toEqual([ruleOf('early'), ruleOf('late')].sort())
    await advance('P12D')
    const left = await until(
      () => removedRules(owner, path),
      (removed) => !removed.includes(ruleOf('early')),
    )
    expect(left).toEqual([ruleOf('late')])
    expect((await owner.get(`${path}/acl`)).json.items).toHaveLength(3)
  })

  it('of lists is purged when no valid sync token needs it any more, and not before', async () => {
    const user = await site.user()
    const owner = await site.user()
    const ids: string[] = []
    for (let number = 0; number < 3; number++) {
      const { calendar, path } = await owner.newCalendar()
      await owner.post(`${path}/acl`, { role: 'reader', scope: scopeOf(user) })
      await user.post(list, { id: calendar.id })
      ids.push(calendar.id!)
    }
    const [early, late, stays] = ids as [string, string, string]
    const removed = async () => {
      const { json } = await user.get(`${list}?showDeleted=true`)
      return json.items!.filter(({ deleted }) => deleted === true).map(({ id }) => id)
    }
    await user.delete(`${list}/${early}`)
    await advance('P20D')
    await user.delete(`${list}/${late}`)
    expect(await removed()).toEqual([early, late].sort())
    await advance('P12D')
    expect(await until(removed, (gone) => !gone.includes(early))).toEqual([late])
    const { json } = await user.get(list)
    expect(json.items!.map(({ id }) => id)).toEqual([user.email, stays])
  })

  it('is reported to every valid sync token', async () => {
    const { owner, guests, id, path, ruleOf, takeFrom } = await sharedCalendar('guest')
    const guest = guests.guest!
    const rules = (await owner.get(`${path}/acl`)).json.nextSyncToken!
    const entries = (await guest.get(list)).json.nextSyncToken!
    await takeFrom('guest')
    await guest.get(list)
    await advance('P29D')
    const told = await owner.get(`${path}/acl?syncToken=${rules}`)
    expect(told.json.items).toMatchObject([{ id: ruleOf('guest'), role: 'none' }])
    const gone = await guest.get(`${list}?syncToken=${entries}`)
    expect(gone.json.items).toMatchObject([{ id, deleted: true }])
    await advance('P2D')
    expectRefusal(await owner.get(`${path}/acl?syncToken=${rules}`), fullSyncRequired)
    expectRefusal(await guest.get(`${list}?syncToken=${entries}`), fullSyncRequired)
  })

  it('after the first page of a walk is never missed by the token that ends the walk', async () => {
    const { owner, path, ruleOf, takeFrom } = await sharedCalendar('seen', 'other', 'third')
    const first = await owner.get(`${path}/acl?maxResults=4`)
    expect(first.json.items!.map(({ id }) => id)).toContain(ruleOf('seen'))
    await advance('P1D')
    await takeFrom('seen')
    await advance('P28D')
    const last = await owner.get(`${path}/acl?pageToken=${first.json.nextPageToken}`)
    await advance('P3D')
    await until(
      () => removedRules(owner, path),
      (removed) => !removed.includes(ruleOf('seen')),
    )
    const reply = await owner.get(`${path}/acl?syncToken=${last.json.nextSyncToken}`)
    expectRefusal(reply, fullSyncRequired)
  })
})

const scopeOf = ({ email: value }: WireUser) => ({ type: 'user', value })
