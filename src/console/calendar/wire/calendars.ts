import { api } from '../../api/index.ts'
import { base, calendarPath, entryPath } from './paths.ts'
import type { AclRule, CalendarEntry, FreeBusy, Palette, Role } from './types.ts'

interface Listed<Item> {
  readonly items?: readonly Item[]
  readonly nextPageToken?: string
}

async function allOf<Item>(path: string, signal?: AbortSignal): Promise<readonly Item[]> {
  const found: Item[] = []
  let pageToken: string | undefined
  do {
    const page: Listed<Item> = await api.get(path, {
      signal,
      query: { pageToken, maxResults: 250 },
    })
    found.push(...(page.items ?? []))
    pageToken = page.nextPageToken
  } while (pageToken !== undefined)
  return found
}

export const listCalendars = (signal?: AbortSignal) =>
  allOf<CalendarEntry>(`${base}/users/me/calendarList`, signal)

export const getPalette = (signal?: AbortSignal) => api.get<Palette>(`${base}/colors`, { signal })

export const patchEntry = (calendarId: string, body: object) =>
  api.patch<CalendarEntry>(entryPath(calendarId), { body })

export const insertEntry = (id: string) =>
  api.post<CalendarEntry>(`${base}/users/me/calendarList`, { body: { id, selected: true } })

interface SharedCalendars {
  readonly items: readonly { readonly id: string; readonly summary: string; owner: string }[]
}

export const listSharedCalendars = (signal?: AbortSignal) =>
  api.get<SharedCalendars>('/almanac/v1/users/me/sharedCalendars', { signal })

export const deleteEntry = (calendarId: string) => api.del(entryPath(calendarId))

export const insertCalendar = (body: { summary: string; timeZone: string }) =>
  api.post<{ id: string }>(`${base}/calendars`, { body })

export const patchCalendar = (calendarId: string, body: object) =>
  api.patch(calendarPath(calendarId), { body })

export const deleteCalendar = (calendarId: string) => api.del(calendarPath(calendarId))

export const listRules = (calendarId: string, signal?: AbortSignal) =>
  allOf<AclRule>(`${calendarPath(calendarId)}/acl`, signal)

export const insertRule = (calendarId: string, rule: Omit<AclRule, 'id'>) =>
  api.post<AclRule>(`${calendarPath(calendarId)}/acl`, { body: rule })

const rulePath = (calendarId: string, ruleId: string) =>
  `${calendarPath(calendarId)}/acl/${encodeURIComponent(ruleId)}`

export const patchRule = (calendarId: string, ruleId: string, role: Role) =>
  api.patch<AclRule>(rulePath(calendarId, ruleId), { body: { role } })

export const deleteRule = (calendarId: string, ruleId: string) =>
  api.del(rulePath(calendarId, ruleId))

export const queryFreeBusy = (
  window: { timeMin: string; timeMax: string },
  ids: readonly string[],
  signal?: AbortSignal,
) =>
  api.post<FreeBusy>(`${base}/freeBusy`, {
    signal,
    body: { ...window, items: ids.map((id) => ({ id })) },
  })
