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

const AdminRequest = object('AdminRequest', {
  id: string({ about: 'Names the request; the first part names the process that answered it.' }),
  time: dateTime({ about: 'When it was answered.' }),
  userId: string({ about: 'The user who called; absent where nobody was signed in.' }),
  operation: string({ about: 'What was asked for; `unknown` where there is no such thing.' }),
  method: string({ about: 'The HTTP method.' }),
  status: integer({ about: 'What was answered.' }),
  reason: string({ about: 'Why it was refused.' }),
  durationMs: number({ about: 'How long that took.' }),
  clientId: string({ about: 'The client of the token or the id of the key.' }),
})

export type RequestRecord = TypeOf<typeof AdminRequest>

export const AdminRequests = object('AdminRequests', {
  kind: kind('admin#requests'),
  items: array(AdminRequest, { about: 'The latest requests, the newest first.' }),
})
