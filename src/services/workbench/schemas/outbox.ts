import { any, array, dateTime, object, string } from '#/contract/schema.ts'

const OutgoingMail = object('OutgoingMail', {
  id: string({ about: 'Names the mail.' }),
  kind: string({ about: 'The job that carries it.' }),
  createdAt: dateTime({ about: 'When it was written.' }),
  content: any({ about: 'Whom it goes to and what it is about.' }),
})

export const Outbox = object('Outbox', {
  mails: array(OutgoingMail, { about: 'What waits to be sent, the earliest first.' }),
})
