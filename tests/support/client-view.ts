import { expect } from 'vitest'
import type { HttpReply } from './http.ts'
import type { WireUser } from './wire-user.ts'

const lists = [
  '/calendars/primary/events',
  '/calendars/primary/acl',
  '/users/me/calendarList',
  '/users/me/settings',
] as const

const event = '/calendars/primary/events/parting1'
const friend = 'user:friend@example.com'
const rule = `/calendars/primary/acl/${friend}`
const resources = [
  event,
  rule,
  '/calendars/primary',
  '/users/me/calendarList/primary',
  '/users/me/settings/weekStart',
] as const

const times = {
  start: { dateTime: '2026-05-04T10:00:00Z' },
  end: { dateTime: '2026-05-04T11:00:00Z' },
}

/** What a client has been given: the etag of each resource and list, and the tokens of each list. */
interface ClientView {
  readonly etags: readonly string[]
  readonly syncTokens: readonly string[]
  readonly pageTokens: readonly string[]
}

async function given(reply: Promise<HttpReply>): Promise<HttpReply> {
  const answer = await reply
  expect(answer.status, answer.text).toBe(200)
  return answer
}

/** Makes at least two entries in every list, which all changes are about. */
export async function fillLists(user: WireUser): Promise<void> {
  for (const id of ['parting1', 'parting2']) {
    await given(user.post('/calendars/primary/events', { id, summary: id, ...times }))
  }
  const scope = { type: 'user', value: 'friend@example.com' }
  await given(user.post('/calendars/primary/acl', { scope, role: 'reader' }))
  await given(user.post('/calendars', { summary: 'Second' }))
}

/** Changes something of every kind, to something else than before. */
export async function changeEverything(user: WireUser, text: string): Promise<void> {
  await given(user.patch(event, { summary: text }))
  await given(user.patch('/calendars/primary', { summary: text }))
  await given(user.patch('/users/me/calendarList/primary', { summaryOverride: text }))
  const { json } = await given(user.get(rule))
  const role = json.role === 'reader' ? 'writer' : 'reader'
  await given(user.patch(rule, { role }))
  const setting = await given(user.get('/users/me/settings/weekStart'))
  const value = setting.json.value === '1' ? '6' : '1'
  const path = `${user.base}${user.paths.almanac}/users/me/settings/weekStart`
  const headers = { Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json' }
  const put = await fetch(path, { method: 'PUT', headers, body: JSON.stringify({ value }) })
  expect(put.status).toBe(200)
}

export async function clientView(user: WireUser): Promise<ClientView> {
  const etags: string[] = []
  const syncTokens: string[] = []
  const pageTokens: string[] = []
  for (const path of resources) etags.push(`${path} ${(await given(user.get(path))).json.etag}`)
  for (const path of lists) {
    const { json } = await given(user.get(path))
    etags.push(`${path} ${json.etag}`)
    syncTokens.push(`${path}?syncToken=${json.nextSyncToken}`)
    const { json: first } = await given(user.get(`${path}?maxResults=1`))
    pageTokens.push(`${path}?maxResults=1&pageToken=${first.nextPageToken}`)
  }
  return { etags, syncTokens, pageTokens }
}

/** Makes changes one after another, and gives what a client has seen of them. */
export async function viewsOfChanges(
  user: WireUser,
  text: string,
  count: number,
): Promise<ClientView[]> {
  const views: ClientView[] = []
  for (let change = 0; change < count; change++) {
    await changeEverything(user, `${text} ${change}`)
    views.push(await clientView(user))
  }
  return views
}

/** The tokens lead on from where they were given. */
export async function expectAccepted(
  user: WireUser,
  { syncTokens, pageTokens }: ClientView,
): Promise<void> {
  for (const path of [...syncTokens, ...pageTokens]) await given(user.get(path))
}

/** The tokens are known to be of a history that is lost. */
export async function expectRefused(user: WireUser, views: readonly ClientView[]): Promise<void> {
  for (const { syncTokens, pageTokens } of views) {
    for (const path of syncTokens) expect((await user.get(path)).status, path).toBe(410)
    for (const path of pageTokens) expect((await user.get(path)).status, path).toBe(400)
  }
}

/** Nothing in the one views has an etag that something has in the others. */
export function expectOtherEtags(some: readonly ClientView[], others: readonly ClientView[]): void {
  const known = new Set(some.flatMap(({ etags }) => etags))
  expect(others.flatMap(({ etags }) => etags).filter((etag) => known.has(etag))).toEqual([])
}
