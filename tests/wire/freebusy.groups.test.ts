import { beforeAll, expect, it } from 'vitest'
import { newApiKey } from '../support/api-key.ts'
import type { as } from '../support/calling.ts'
import { share } from '../support/listed-calendars.ts'
import { done, primaryCalendar } from '../support/listed-events.ts'
import { onServers } from '../support/sites.ts'
import { admin, administrator, freshEmail } from './admin-fixture.ts'

const window = { timeMin: '2026-05-04T00:00:00Z', timeMax: '2026-05-05T00:00:00Z' }
const tenToEleven = { start: '2026-05-04T10:00:00Z', end: '2026-05-04T11:00:00Z' }
const seen = { busy: [tenToEleven] }
const refused = (reason: string) => ({ errors: [{ domain: 'global', reason }] })
const notThere = { ...refused('notFound'), busy: [] }
const tooBig = { ...refused('groupTooBig'), calendars: [] }

onServers('groups in a free/busy query', (site) => {
  let boss: ReturnType<typeof as>
  beforeAll(async () => {
    boss = await administrator(site.place, site.server)
  })

  async function newGroup(...members: string[]): Promise<string> {
    const email = freshEmail('group')
    for (const [path, body] of [
      [`${admin}/groups`, { email }],
      ...members.map((member) => [`${admin}/groups/${email}/members`, { email: member }] as const),
    ] as const) {
      const { status, text } = await boss.post(path, body)
      if (status !== 200) throw new Error(`no group: ${status} ${text}`)
    }
    return email
  }

  const question = (ids: readonly string[], more: object = {}) => ({
    ...window,
    items: ids.map((id) => ({ id })),
    ...more,
  })

  it('are expanded to their members, each with busy times', async () => {
    const [ann, bob] = [await primaryCalendar(site), await primaryCalendar(site)]
    await ann.add()
    await bob.add()
    const group = await newGroup(ann.id, bob.id, 'gone@example.com')
    const { groups, calendars } = done(await ann.owner.post('/freeBusy', question([group])))
    const members = [ann.id, bob.id, 'gone@example.com']
    expect(groups).toEqual({ [group]: { calendars: expect.arrayContaining(members) } })
    expect(calendars).toEqual({
      [ann.id]: seen,
      [bob.id]: notThere,
      'gone@example.com': notThere,
    })
    await share(bob.owner, bob.id, { with: `group:${group}`, as: 'freeBusyReader' })
    const after = done(await ann.owner.post('/freeBusy', question([group])))
    expect(after.calendars).toMatchObject({ [ann.id]: seen, [bob.id]: seen })
  })

  it('are taken apart down to those who are in no group', async () => {
    const [ann, bob] = [await primaryCalendar(site), await primaryCalendar(site)]
    const inner = await newGroup(ann.id, bob.id)
    const middle = await newGroup(inner, bob.id)
    const outer = await newGroup(middle)
    await boss.post(`${admin}/groups/${inner}/members`, { email: outer })
    const { groups, calendars } = done(await ann.owner.post('/freeBusy', question([outer])))
    const members = (groups as Record<string, { calendars: string[] }>)[outer]!.calendars
    expect(members.toSorted()).toEqual([ann.id, bob.id].sort())
    expect(Object.keys(calendars as object).sort()).toEqual([ann.id, bob.id].sort())
  })

  it('follow a change of their members at once', async () => {
    const ann = await primaryCalendar(site)
    const group = await newGroup(ann.id)
    await ann.owner.post('/freeBusy', question([group]))
    await boss.delete(`${admin}/groups/${group}/members/${ann.id}`)
    const { groups, calendars } = done(await ann.owner.post('/freeBusy', question([group])))
    expect([groups, calendars]).toEqual([{ [group]: { calendars: [] } }, {}])
  })

  // The rules below do not depend on the engine.
  if (!site.isEmbedded) return

  let key: string
  beforeAll(async () => {
    key = await newApiKey(site)
  })

  it('are listed by their ids as sent, beside calendars', async () => {
    const ann = await primaryCalendar(site)
    const group = await newGroup(ann.id)
    const shouted = group.toUpperCase()
    const asked = question([shouted, 'primary', ann.id])
    const { groups, calendars } = done(await ann.owner.post('/freeBusy', asked))
    expect(groups).toEqual({ [shouted]: { calendars: [ann.id] } })
    expect(calendars).toEqual({ [ann.id]: { busy: [] }, primary: { busy: [] } })
  })

  it('are absent from an answer about calendars alone', async () => {
    const ann = await primaryCalendar(site)
    const answer = done(await ann.owner.post('/freeBusy', question(['primary'])))
    expect(Object.keys(answer)).toEqual(['kind', 'timeMin', 'timeMax', 'calendars'])
  })

  it('without members are empty', async () => {
    const user = await site.user()
    const group = await newGroup()
    const answer = done(await user.post('/freeBusy', question([group], { groupExpansionMax: 0 })))
    expect(answer).toMatchObject({ groups: { [group]: { calendars: [] } }, calendars: {} })
  })

  it.each([0, 1])('of two members are too big where %i may be looked at', async (most) => {
    const user = await site.user()
    const group = await newGroup('a@example.com', 'b@example.com')
    const asked = question([group, 'primary'], { groupExpansionMax: most })
    const { groups, calendars } = done(await user.post('/freeBusy', asked))
    expect(groups).toEqual({ [group]: tooBig })
    expect(calendars).toEqual({ primary: { busy: [] } })
  })

  it('are too big from a hundred members on, whatever is requested', async () => {
    const user = await site.user()
    const members = Array.from({ length: 100 }, (_, index) => `member${index}@example.com`)
    const group = await newGroup(...members)
    const asked = question([group], { groupExpansionMax: 1000 })
    const full = done(await user.post('/freeBusy', asked))
    expect(full.groups).toMatchObject({ [group]: { calendars: { length: 100 } } })
    const reasons = Object.values(full.calendars as Record<string, typeof notThere>).map(
      ({ errors }) => errors[0]!.reason,
    )
    expect(reasons.filter((reason) => reason === 'notFound')).toHaveLength(50)
    expect(reasons.filter((reason) => reason === 'tooManyCalendarsRequested')).toHaveLength(50)
    await boss.post(`${admin}/groups/${group}/members`, { email: 'one.more@example.com' })
    const over = done(await user.post('/freeBusy', asked))
    expect(over).toMatchObject({ groups: { [group]: tooBig }, calendars: {} })
  })

  it('tell who is in them only to users of their own domain', async () => {
    const ann = await primaryCalendar(site)
    await share(ann.owner, ann.id, { with: 'default', as: 'freeBusyReader' })
    const group = await newGroup(ann.id)
    const outsider = await site.user({ email: freshEmail('outsider').replace('.com', '.org') })
    for (const asked of [question([group]), question([group.toUpperCase()])]) {
      const { groups, calendars } = done(await outsider.post('/freeBusy', asked))
      expect([groups, calendars]).toEqual([undefined, { [asked.items[0]!.id]: notThere }])
    }
    const unknown = question(['nobody@example.com', ann.id])
    expect(done(await outsider.post('/freeBusy', unknown)).calendars).toEqual({
      'nobody@example.com': notThere,
      [ann.id]: { busy: [] },
    })
    const insider = await site.user({ email: freshEmail('insider') })
    const { groups } = done(await insider.post('/freeBusy', question([group])))
    expect(groups).toEqual({ [group]: { calendars: [ann.id] } })
  })

  it('tell who is in them only to those who have signed in', async () => {
    const ann = await primaryCalendar(site)
    await share(ann.owner, ann.id, { with: 'default', as: 'freeBusyReader' })
    const group = await newGroup(ann.id)
    const reply = await site.call(`${site.paths.calendar}/freeBusy?key=${key}`, {
      method: 'POST',
      body: question([group]),
    })
    const { groups, calendars } = done(reply)
    expect([groups, calendars]).toEqual([undefined, { [group]: notThere }])
  })
})
