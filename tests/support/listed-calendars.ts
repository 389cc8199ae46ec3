import type { HttpReply, WireBody } from './http.ts'
import type { Site } from './sites.ts'
import type { WireUser } from './wire-user.ts'

export const listPath = '/users/me/calendarList'

/** The path of an entry of the caller's list. */
export const entryPath = (calendarId: string) => `${listPath}/${calendarId}`

/** Gives whom a rule id names (`user:ana@example.com`, `default`) a role; `none` takes it away. */
export async function share(
  owner: WireUser,
  calendarId: string,
  { with: ruleId, as: role }: { with: string; as: string },
): Promise<void> {
  const [type, value] = ruleId.split(':')
  const scope = value === undefined ? { type } : { type, value }
  const reply = await owner.post(`/calendars/${calendarId}/acl?sendNotifications=false`, {
    scope,
    role,
  })
  if (reply.status !== 200) throw new Error(`not shared: ${reply.status} ${reply.text}`)
}

/** Puts a calendar on somebody's list. */
export async function subscribe(
  user: WireUser,
  calendarId: string,
  choices: object = {},
): Promise<WireBody> {
  const reply = await user.post(listPath, { id: calendarId, ...choices })
  if (reply.status !== 200) throw new Error(`no entry: ${reply.status} ${reply.text}`)
  return reply.json
}

export interface Sharing {
  readonly owner: WireUser
  readonly guest: WireUser
  readonly calendarId: string
}

/** A calendar that its owner shares with a guest, who has not put it on the list. */
export async function sharedCalendar(
  site: Site,
  { role = 'reader', calendar = {} }: { role?: string; calendar?: object } = {},
): Promise<Sharing> {
  const [owner, guest] = [await site.user(), await site.user()]
  const calendarId = (await owner.newCalendar(calendar)).calendar.id!
  await share(owner, calendarId, { with: `user:${guest.email}`, as: role })
  return { owner, guest, calendarId }
}

/** The same, on the guest's list. */
export async function listedCalendar(
  site: Site,
  wanted: { role?: string; calendar?: object; choices?: object } = {},
): Promise<Sharing & { readonly path: string; readonly entry: WireBody }> {
  const shared = await sharedCalendar(site, wanted)
  const entry = await subscribe(shared.guest, shared.calendarId, wanted.choices)
  return { ...shared, path: entryPath(shared.calendarId), entry }
}

/** The entries that a list shows on one page. */
export async function listed(user: WireUser, query = ''): Promise<readonly WireBody[]> {
  const { status, text, json } = await user.get(`${listPath}${query && `?${query}`}`)
  if (status !== 200) throw new Error(`no list: ${status} ${text}`)
  return json.items!
}

export const idsOf = (items: readonly WireBody[]) => items.map(({ id }) => id)

/** A token that tells of whatever changes from now on. */
export async function syncTokenOf(user: WireUser): Promise<string> {
  return (await user.get(listPath)).json.nextSyncToken!
}

export const since = (user: WireUser, token: string, more = ''): Promise<HttpReply> =>
  user.get(`${listPath}?syncToken=${token}${more}`)
