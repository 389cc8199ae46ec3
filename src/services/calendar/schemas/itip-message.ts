import { object, requiredBy, string } from '#/contract/schema.ts'

const textCharactersMax = 300_000

export const ItipMessage = object('ItipMessage', {
  text: requiredBy(
    string({
      about: 'The iCalendar text of the message, with METHOD:REPLY.',
      lengthMax: textCharactersMax,
    }),
    'calendar.events.receiveReply',
  ),
})
