import { api, download } from '../../api/index.ts'

const path = (calendarId: string, verb: 'export' | 'import') =>
  `/almanac/v1/calendars/${encodeURIComponent(calendarId)}/${verb}`

export interface Imported {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly skipped: number
  readonly problems?: readonly {
    readonly component: number
    readonly summary?: string
    readonly reason: string
  }[]
}

export const exportCalendar = (calendarId: string, fileName: string) =>
  download(path(calendarId, 'export'), fileName)

export const importCalendar = async (calendarId: string, file: File) =>
  api.post<Imported>(path(calendarId, 'import'), {
    body: await file.text(),
    headers: { 'Content-Type': 'text/calendar' },
  })
