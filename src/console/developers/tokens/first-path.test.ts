import { expect, it } from 'vitest'
import { firstPathFor } from './first-path.ts'

const google = 'https://www.googleapis.com/auth/'

it.each([
  [[`${google}calendar`], '/calendar/v3/users/me/calendarList'],
  [[`${google}calendar.readonly`, `${google}books`], '/calendar/v3/users/me/calendarList'],
  [[`${google}calendar.events.readonly`], '/calendar/v3/calendars/primary/events'],
  [['urn:almanac:account', `${google}books`], '/books/v1/mylibrary/bookshelves'],
  [[`${google}calendar.acls`], undefined],
])('a token for %j can read %s', (scopes, path) => {
  expect(firstPathFor(scopes)).toBe(path)
})
