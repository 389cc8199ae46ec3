import {
  about,
  dateTime,
  kind,
  map,
  object,
  readOnly,
  string,
  type TypeOf,
} from '#/contract/schema.ts'

const ColorDefinition = object('ColorDefinition', {
  background: string({ about: 'The colour behind.' }),
  foreground: string({ about: 'The colour of what is written on it.' }),
})

export const Colors = object('Colors', {
  kind: kind('calendar#colors'),
  updated: readOnly(dateTime({ about: 'When the palette last changed.' })),
  calendar: about('The colours of calendars, by id.', map(ColorDefinition)),
  event: about('The colours of events, by id.', map(ColorDefinition)),
})

export type Colors = TypeOf<typeof Colors>
