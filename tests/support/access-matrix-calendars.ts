import { bystanderRole, type Ids, type Standing, standings } from './access-matrix-rows.ts'
import type { HttpReply } from './http.ts'
import type { Site } from './sites.ts'
import type { WireUser } from './wire-user.ts'

const scopeTypes = ['user', 'group', 'domain', 'default'] as const

type ScopeType = (typeof scopeTypes)[number]

/** Stands in everything that a calendar says and that a masked answer must not show. */
export const secret = 'Plans for the moon'

/** A calendar, and somebody who is something to it. */
export interface Acquaintance {
  readonly standing: Standing | 'administrator'
  /** By which kind of rule. */
  readonly by: ScopeType | undefined
  readonly caller: WireUser
  readonly owner: WireUser
  readonly ids: Ids
}

interface Cast {
  readonly owner: WireUser
  readonly administrator: WireUser
  /** Has a rule on every calendar, and does nothing. */
  readonly bystander: WireUser
  readonly callers: Readonly<Record<ScopeType, WireUser>>
  readonly scopes: Readonly<Record<ScopeType, object>>
}

interface Administrator {
  readonly email: string
  post(path: string, body: object): Promise<HttpReply>
}

/** Everybody who plays a part: one caller for each kind of rule, whom no other rule matches. */
export async function castOf(site: Site, boss: Administrator): Promise<Cast> {
  const [owner, user, member] = [await site.user(), await site.user(), await site.user()]
  const group = await nestedGroupOf(boss, member.email)
  return {
    owner,
    administrator: await site.user({ email: boss.email }),
    bystander: await site.user(),
    callers: {
      user,
      group: member,
      domain: await site.user({ email: 'somebody@elsewhere.example' }),
      default: await site.user({ email: 'anybody@nowhere.example' }),
    },
    scopes: {
      user: { type: 'user', value: user.email },
      group: { type: 'group', value: group },
      domain: { type: 'domain', value: 'elsewhere.example' },
      default: { type: 'default' },
    },
  }
}

/** A group that holds the address only through another group. */
async function nestedGroupOf(boss: Administrator, email: string): Promise<string> {
  const [inner, outer] = [`inner-${email}`, `outer-${email}`]
  const groups = '/admin/v1/groups'
  for (const [group, contained] of [
    [inner, email],
    [outer, inner],
  ] as const) {
    await done(boss.post(groups, { email: group }))
    await done(boss.post(`${groups}/${group}/members`, { email: contained }))
  }
  return outer
}

/** One calendar for each role and each kind of rule that can give it. */
export async function allAcquaintances(cast: Cast): Promise<Acquaintance[]> {
  const made: Acquaintance[] = [await acquaint(cast, 'administrator')]
  for (const standing of standings) {
    for (const by of scopeTypes) {
      if (canGive(by, standing)) made.push(await acquaint(cast, standing, { by }))
    }
  }
  return made
}

/** A new calendar whose data owner has made the caller what the caller is to it. */
export async function acquaint(
  cast: Cast,
  standing: Acquaintance['standing'],
  { by = 'user', owner = cast.owner, isPrimary = false }: Partial<Wish> = {},
): Promise<Acquaintance> {
  const calendarId = await draftCalendar(owner, isPrimary)
  const bystander = cast.bystander.email
  const scope = { type: 'user', value: bystander }
  await done(owner.post(`/calendars/${calendarId}/acl`, { role: bystanderRole, scope }))
  const eventId = await describedEvent(owner, calendarId)
  const ids = { calendarId, ruleId: `user:${bystander}`, bystander, setting: 'locale', eventId }
  const known = { owner, ids, standing }
  if (standing === 'administrator') return { ...known, by: undefined, caller: cast.administrator }
  if (standing === 'dataOwner') return { ...known, by: undefined, caller: owner }
  const caller = cast.callers[by]
  const give = (role: string) =>
    done(owner.post(`/calendars/${calendarId}/acl`, { role, scope: cast.scopes[by] }))
  // Who has no access had it once, and has the calendar on the list from then.
  await give(standing === 'none' ? 'reader' : standing)
  await done(caller.post('/users/me/calendarList', { id: calendarId }))
  if (standing === 'none') await give('none')
  return { ...known, by, caller }
}

interface Wish {
  readonly by: ScopeType
  readonly owner: WireUser
  readonly isPrimary: boolean
}

async function draftCalendar(owner: WireUser, isPrimary: boolean): Promise<string> {
  const said = { summary: secret, description: secret, location: secret }
  if (!isPrimary) return (await owner.newCalendar(said)).calendar.id!
  await done(owner.patch('/calendars/primary', said))
  return owner.email
}

async function describedEvent(owner: WireUser, calendarId: string): Promise<string> {
  const { status, text, json } = await owner.post(`/calendars/${calendarId}/events`, {
    summary: secret,
    start: { dateTime: '2026-05-04T10:00:00Z', timeZone: 'UTC' },
    end: { dateTime: '2026-05-04T11:00:00Z', timeZone: 'UTC' },
    recurrence: ['RRULE:FREQ=DAILY;COUNT=2'],
  })
  if (status !== 200) throw new Error(`no event: ${status} ${text}`)
  return json.id!
}

function canGive(by: ScopeType, standing: Standing): boolean {
  if (standing === 'dataOwner') return by === 'user'
  return by !== 'default' || standings.indexOf(standing) <= standings.indexOf('reader')
}

async function done(calling: Promise<HttpReply>): Promise<void> {
  const { status, text } = await calling
  if (status !== 200) throw new Error(`not done: ${status} ${text}`)
}
