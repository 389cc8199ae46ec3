import { beforeAll, expect, it } from 'vitest'
import { newSharedCalendar, type Role, type SharedCalendar } from '../support/sharing.ts'
import { onServers } from '../support/sites.ts'
import type { WireUser } from '../support/wire-user.ts'
import { admin, administrator, freshEmail } from './admin-fixture.ts'

onServers('the effective role', (site) => {
  let boss: Awaited<ReturnType<typeof administrator>>
  beforeAll(async () => {
    boss = await administrator(site.place, site.server)
  })

  /** A group of these, who may be groups themselves. */
  async function newGroup(...members: string[]) {
    const email = freshEmail('group')
    await boss.post(`${admin}/groups`, { email })
    const group = {
      email,
      path: `${admin}/groups/${email}`,
      rule: `group:${email}`,
      add: (member: string) => boss.post(`${group.path}/members`, { email: member }),
      drop: (member: string) => boss.delete(`${group.path}/members/${member}`),
    }
    for (const member of members) await group.add(member)
    return group
  }

  it('is the highest that any matching rule grants', async () => {
    const bob = await site.user({ email: 'bob@highest.example' })
    const group = await newGroup(bob.email)
    const ids = [`user:${bob.email}`, group.rule, 'domain:highest.example', 'default']
    const publicAtMost: Role[] = ['freeBusyReader', 'reader']
    for (const highest of ids) {
      for (const role of highest === 'default' ? publicAtMost : (['reader', 'owner'] as const)) {
        const calendar = await newSharedCalendar(site)
        const lower = role === 'owner' ? 'reader' : 'freeBusyReader'
        const others = ids.filter((id) => id !== highest).map((id) => [id, lower] as const)
        await calendar.share({ ...Object.fromEntries(others), [highest]: role })
        expect([highest, await roleOf(bob, calendar)]).toEqual([highest, role])
      }
    }
  })

  it('is not lowered by a rule of none for the user', async () => {
    const bob = await site.user({ email: 'bob@veto.example' })
    const group = await newGroup(bob.email)
    for (const ruleId of [group.rule, 'domain:veto.example', 'default']) {
      const calendar = await newSharedCalendar(site)
      await calendar.share({ [`user:${bob.email}`]: 'writer', [ruleId]: 'reader' })
      await calendar.share({ [`user:${bob.email}`]: 'none' })
      expect([ruleId, await roleOf(bob, calendar)]).toEqual([ruleId, 'reader'])
    }
  })

  it('is never above that of the rules, for those whose names look alike', async () => {
    const calendar = await newSharedCalendar(site)
    await calendar.share({
      'domain:corp.example': 'owner',
      'user:bob@corp.example.com': 'owner',
      'group:eve@else.example': 'owner',
      'user:team@else.example': 'owner',
    })
    const emails = ['a@sub.corp.example', 'a@xcorp.example', 'corp.example@else.example']
    for (const email of [...emails, 'xbob@corp.example.com', 'eve@else.example']) {
      const stranger = await site.user({ email })
      expect([email, await roleOf(stranger, calendar)]).toEqual([email, 'none'])
    }
    const member = await site.user({ email: 'Someone@Corp.Example' })
    expect(await roleOf(member, calendar)).toBe('owner')
  })

  it('comes through groups in groups, two levels deep', async () => {
    const bob = await site.user()
    const team = await newGroup(bob.email)
    const department = await newGroup(team.email)
    const company = await newGroup(department.email)
    const calendar = await newSharedCalendar(site)
    await calendar.share({ [company.rule]: 'reader', [department.rule]: 'writer' })
    expect(await roleOf(bob, calendar)).toBe('writer')
    await calendar.share({ [department.rule]: 'none' })
    expect(await roleOf(bob, calendar)).toBe('reader')
  })

  it('ends where groups go round in a circle', async () => {
    const [bob, carol] = [await site.user(), await site.user()]
    const one = await newGroup(bob.email)
    const other = await newGroup(one.email)
    await one.add(other.email)
    const calendar = await newSharedCalendar(site)
    await calendar.share({ [other.rule]: 'reader' })
    expect(await roleOf(bob, calendar)).toBe('reader')
    expect(await roleOf(carol, calendar)).toBe('none')
  })

  it('follows who is in a group, at once and after reads', async () => {
    const bob = await site.user()
    const group = await newGroup()
    const calendar = await newSharedCalendar(site)
    await calendar.share({ [group.rule]: 'writer', [`user:${bob.email}`]: 'reader' })
    expect(await roleOf(bob, calendar)).toBe('reader')
    await group.add(bob.email)
    expect(await roleOf(bob, calendar)).toBe('writer')
    await group.drop(bob.email)
    expect(await roleOf(bob, calendar)).toBe('reader')
  })

  it('follows which groups are in a group, at once and after reads', async () => {
    const bob = await site.user()
    const team = await newGroup(bob.email)
    const company = await newGroup()
    const department = await newGroup(team.email)
    const calendar = await newSharedCalendar(site)
    await calendar.share({ [company.rule]: 'owner' })
    expect(await roleOf(bob, calendar)).toBe('none')
    await company.add(department.email)
    expect(await roleOf(bob, calendar)).toBe('owner')
    await department.drop(team.email)
    expect(await roleOf(bob, calendar)).toBe('none')
    await department.add(team.email)
    expect(await roleOf(bob, calendar)).toBe('owner')
    await boss.delete(department.path)
    expect(await roleOf(bob, calendar)).toBe('none')
  })

  it('follows a group that is made after the rule, and ends with the group', async () => {
    const bob = await site.user()
    const email = freshEmail('later')
    const calendar = await newSharedCalendar(site)
    await calendar.share({ [`group:${email}`]: 'reader' })
    expect(await roleOf(bob, calendar)).toBe('none')
    await boss.post(`${admin}/groups`, { email })
    await boss.post(`${admin}/groups/${email}/members`, { email: bob.email })
    expect(await roleOf(bob, calendar)).toBe('reader')
    await boss.delete(`${admin}/groups/${email}`)
    expect(await roleOf(bob, calendar)).toBe('none')
  })

  it('follows the rules of each kind, at once and after reads', async () => {
    const bob = await site.user({ email: 'bob@warm.example' })
    const group = await newGroup(bob.email)
    const calendar = await newSharedCalendar(site)
    expect(await roleOf(bob, calendar)).toBe('none')
    for (const ruleId of [`user:${bob.email}`, group.rule, 'domain:warm.example', 'default']) {
      for (const role of ['reader', 'freeBusyReader', 'none'] as const) {
        await calendar.share({ [ruleId]: role })
        expect([ruleId, await roleOf(bob, calendar)]).toEqual([ruleId, role])
      }
    }
  })

  it('is that of each calendar separately', async () => {
    const bob = await site.user()
    const group = await newGroup(bob.email)
    const owner = await site.user()
    const [one, other] = [
      await newSharedCalendar(site, owner),
      await newSharedCalendar(site, owner),
    ]
    await one.share({ [group.rule]: 'writer' })
    await other.share({ [`user:${bob.email}`]: 'reader' })
    expect([await roleOf(bob, one), await roleOf(bob, other)]).toEqual(['writer', 'reader'])
    await one.share({ [group.rule]: 'none' })
    expect([await roleOf(bob, one), await roleOf(bob, other)]).toEqual(['none', 'reader'])
  })
})

/** The role that the list of calendars shows, which has to agree with what is allowed. */
async function roleOf(user: WireUser, calendar: SharedCalendar): Promise<Role> {
  const allowed = [
    (await user.get(calendar.path)).status,
    (await user.get(calendar.acl)).status,
    (await user.patch(calendar.path, { description: 'as it is' })).status,
  ]
  const entry = await user.post('/users/me/calendarList', { id: calendar.id })
  const role = entry.status === 404 ? 'none' : (entry.json.accessRole as Role)
  expect([role, allowed]).toEqual([role, expectedFor[role]])
  return role
}

const expectedFor: Readonly<Record<Role, readonly number[]>> = {
  none: [404, 404, 404],
  freeBusyReader: [200, 403, 403],
  reader: [200, 403, 403],
  writerWithoutPrivateAccess: [200, 403, 403],
  writer: [200, 200, 403],
  owner: [200, 200, 200],
}
