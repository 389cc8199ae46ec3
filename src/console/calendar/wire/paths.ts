export const base = '/calendar/v3'

export const calendarPath = (calendarId: string) =>
  `${base}/calendars/${encodeURIComponent(calendarId)}`

export const entryPath = (calendarId: string) =>
  `${base}/users/me/calendarList/${encodeURIComponent(calendarId)}`
