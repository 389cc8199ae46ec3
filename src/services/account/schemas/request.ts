import {
  array,
  dateTime,
  integer,
  kind,
  number,
  object,
  string,
  type TypeOf,
} from '#/contract/schema.ts'

const OwnRequest = object('OwnRequest', {
  id: string({ about: 'Names the request; the first part names the process that answered it.' }),
  time: dateTime({ about: 'When it was answered.' }),
  operation: string({ about: 'What was asked for; `unknown` where there is no such thing.' }),
  method: string({ about: 'The HTTP method.' }),
  status: integer({ about: 'What was answered.' }),
  reason: string({ about: 'Why it was refused.' }),
  durationMs: number({ about: 'How long that took.' }),
  clientId: string({ about: 'The client of the token.' }),
})

export type RequestRecord = TypeOf<typeof OwnRequest>

export const OwnRequests = object('OwnRequests', {
  kind: kind('almanac#requests'),
  items: array(OwnRequest, { about: 'The latest requests, the newest first.' }),
})
