import { integer, object, string, type TypeOf } from '#/contract/schema.ts'

export const EventReminder = object('EventReminder', {
  method: string({ about: 'One of email, popup. Required.', lengthMax: 16 }),
  minutes: integer({ about: 'How long before the start: 0 to 40320 (four weeks). Required.' }),
})

export type EventReminder = TypeOf<typeof EventReminder>
