import { beforeAll, expect, it } from 'vitest'
import { as } from '../support/calling.ts'
import { listPath, share } from '../support/listed-calendars.ts'
import { expectRefusal, insufficientPermissions } from '../support/refusal.ts'
import { roomMaker } from '../support/rooms.ts'
import { onEmbeddedServer, onEveryEngine } from '../support/sites.ts'
import { admin, freshEmail } from './admin-fixture.ts'

const path = '/almanac/v1/users/me/directory'
const shared = '/almanac/v1/users/me/sharedCalendars'
const look = (user: { base: string; token: string }, target: string) =>
  as(user.base, user.token).get(target)
const idsIn = ({ json }: { json: object }) =>
  (json as { items: { email?: string; id?: string }[] }).items.map(({ email, id }) => email ?? id)

onEveryEngine('the directory', (site) => {
  it('finds people of the organization by the start of their address', async () => {
    const [word] = freshEmail('member').split('@')
    const ann = await site.user({ email: `${word}-ann@one.test` })
    const bob = await site.user({ email: `${word}-bob@one.test` })
    const eve = await site.user({ email: `${word}-eve@other.test` })
    const find = async (user: typeof ann, q: string) =>
      idsIn(await look(user, `${path}?q=${encodeURIComponent(q)}`))
    expect((await find(bob, word!)).sort()).toEqual([ann.email, bob.email])
    expect(await find(bob, `${word}-BOB`)).toEqual([bob.email])
    expect(await find(eve, word!)).toEqual([eve.email])
    expect(await find(bob, '%')).toEqual([])
    expect(await find(bob, `${word}_bob`)).toEqual([])
    expectRefusal(await look(bob, `${path}?type=planet`), {
      status: 400,
      reason: 'invalidParameter',
    })
    const narrow = await site.user({ scopes: ['calendar.events'] })
    expectRefusal(await look(narrow, path), insufficientPermissions)
  })

  it('lists calendars that were shared, until they are on the list', async () => {
    const [owner, guest, stranger] = [await site.user(), await site.user(), await site.user()]
    const { calendar } = await owner.newCalendar({ summary: 'Choir' })
    expect(idsIn(await look(guest, shared))).toEqual([])
    await share(owner, calendar.id!, { with: `user:${guest.email}`, as: 'reader' })
    expect((await look(guest, shared)).json).toMatchObject({
      items: [{ id: calendar.id, summary: 'Choir', owner: owner.email, accessRole: 'reader' }],
    })
    expect(idsIn(await look(stranger, shared))).toEqual([])
    await guest.post(listPath, { id: calendar.id })
    expect(idsIn(await look(guest, shared))).toEqual([])
    const narrow = await site.user({ email: guest.email, scopes: ['calendar.events'] })
    expectRefusal(await look(narrow, shared), insufficientPermissions)
  })
})

onEmbeddedServer('the directory of an organization', (site) => {
  let made: Awaited<ReturnType<typeof roomMaker>>
  beforeAll(async () => {
    made = await roomMaker(site)
  })

  it('has people by any of their names, groups, and rooms by name and location', async () => {
    const { boss, manager, room } = made
    const hall = await room({ name: 'Great Hall', location: 'Second floor' })
    const email = freshEmail()
    await boss.post(`${admin}/users`, { email, name: 'Berta Greatorex' })
    const group = { email: freshEmail('choir'), name: 'Greater choir' }
    expect((await boss.post(`${admin}/groups`, group)).status).toBe(200)
    expect(idsIn(await look(manager, `${path}?q=great`))).toEqual([
      email,
      group.email,
      hall.calendarId,
    ])
    expect(idsIn(await look(manager, `${path}?type=group&q=great`))).toEqual([group.email])
    for (const q of ['hall', 'second']) {
      expect(idsIn(await look(manager, `${path}?type=room&q=${q}`))).toEqual([hall.calendarId])
    }
    const stranger = await site.user({ email: 'somebody@other.test' })
    expect(idsIn(await look(stranger, `${path}?q=great`))).toEqual([])
    await boss.post(`${admin}/users/${email}/disable`)
    expect(idsIn(await look(manager, `${path}?q=berta`))).toEqual([])
  })
})
