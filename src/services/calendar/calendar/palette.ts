import type { Colors } from '../schemas/calendar.ts'

const calendarBackgrounds = [
  '#ac725e #d06b64 #f83a22 #fa573c #ff7537 #ffad46 #42d692 #16a765 #7bd148 #b3dc6c #fbe983 #fad165',
  '#92e1c0 #9fe1e7 #9fc6e7 #4986e7 #9a9cff #b99aff #c2c2c2 #cabdbf #cca6ac #f691b2 #cd74e6 #a47ae2',
].flatMap((row) => row.split(' '))

const eventBackgrounds =
  '#a4bdfc #7ae7bf #dbadff #ff887c #fbd75b #ffb878 #46d6db #e1e1e1 #5484ed #51b749 #dc2127'.split(
    ' ',
  )

// Ids are positions in the list, starting at 1.
const numberedColors = (backgrounds: readonly string[]) =>
  Object.fromEntries(
    backgrounds.map((background, index) => [
      String(index + 1),
      { background, foreground: '#1d1d1d' },
    ]),
  )

/** The colors of calendars and events, by id. */
export const palette: Colors = {
  kind: 'calendar#colors',
  updated: '2012-02-14T00:00:00.000Z',
  calendar: numberedColors(calendarBackgrounds),
  event: numberedColors(eventBackgrounds),
}

/** The colors of an entry. Custom ones have the id of the nearest color in the palette. */
export interface EntryColors {
  readonly colorId: string
  readonly backgroundColor: string
  readonly foregroundColor: string
}

const calendarColors = Object.entries(palette.calendar!)
const foregroundDefault = '#000000'
const primaryColorId = '14'

export const isCalendarColorId = (id: string): boolean => Object.hasOwn(palette.calendar!, id)

export const isHexColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

export const paletteColors = (colorId: string): EntryColors => ({
  colorId,
  backgroundColor: palette.calendar![colorId]!.background!,
  foregroundColor: foregroundDefault,
})

/** The color of a calendar on a list by default, derived from its id. */
export function defaultColorId(calendar: { readonly id: string; readonly isPrimary: boolean }) {
  if (calendar.isPrimary) return primaryColorId
  let sum = 0
  for (const character of calendar.id) sum = (sum * 31 + character.codePointAt(0)!) % 1_000_003
  return String((sum % calendarColors.length) + 1)
}

/** The color of the palette that is nearest to the given one. */
export function nearestColorId(color: string): string {
  let nearest = primaryColorId
  let least = Number.POSITIVE_INFINITY
  for (const [id, { background }] of calendarColors) {
    const distance = distanceBetween(color, background!)
    if (distance < least) {
      least = distance
      nearest = id
    }
  }
  return nearest
}

// The square of the Euclidean distance in RGB.
function distanceBetween(one: string, other: string): number {
  let sum = 0
  for (const at of [1, 3, 5]) {
    const difference =
      Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16)
    sum += difference * difference
  }
  return sum
}
