import type { Colors } from '../schemas/colors.ts'

const calendarBackgrounds = [
  '#ac725e',
  '#d06b64',
  '#f83a22',
  '#fa573c',
  '#ff7537',
  '#ffad46',
  '#42d692',
  '#16a765',
  '#7bd148',
  '#b3dc6c',
  '#fbe983',
  '#fad165',
  '#92e1c0',
  '#9fe1e7',
  '#9fc6e7',
  '#4986e7',
  '#9a9cff',
  '#b99aff',
  '#c2c2c2',
  '#cabdbf',
  '#cca6ac',
  '#f691b2',
  '#cd74e6',
  '#a47ae2',
]

const eventBackgrounds = [
  '#a4bdfc',
  '#7ae7bf',
  '#dbadff',
  '#ff887c',
  '#fbd75b',
  '#ffb878',
  '#46d6db',
  '#e1e1e1',
  '#5484ed',
  '#51b749',
  '#dc2127',
]

// Ids are the places in the list, counted from one.
const numbered = (backgrounds: readonly string[]) =>
  Object.fromEntries(
    backgrounds.map((background, index) => [
      String(index + 1),
      { background, foreground: '#1d1d1d' },
    ]),
  )

/** The colours that calendars and events can have, by id. */
export const palette: Colors = {
  kind: 'calendar#colors',
  updated: '2012-02-14T00:00:00.000Z',
  calendar: numbered(calendarBackgrounds),
  event: numbered(eventBackgrounds),
}
