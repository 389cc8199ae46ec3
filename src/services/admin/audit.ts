import {
  about,
  any,
  array,
  dateTime,
  int64,
  integer,
  kind,
  map,
  object,
  oneOf,
  string,
} from '#/contract/schema.ts'

const AuditActor = object('AuditActor', {
  type: about(
    '`command` for the command line, `server` for what the server did by itself.',
    oneOf('user', 'command', 'server', 'anonymous'),
  ),
  id: string({ about: 'The id of a user.' }),
  name: string({
    about: 'The address of a user, or the name of whoever ran a command on the machine.',
  }),
})

const AuditEntry = object('AuditEntry', {
  number: int64({ about: 'The place in the log.' }),
  time: dateTime({ about: 'When it happened; of what is counted, when it happened first.' }),
  action: string({ about: 'The id of an operation, or a name such as `auth.signIn`.' }),
  outcome: oneOf('success', 'refused', 'failed'),
  reason: string({ about: 'Why it was refused.' }),
  actor: AuditActor,
  object: string({ about: 'What it was done to, such as `users/ann@example.com`.' }),
  clientId: string({ about: 'The client of the token.' }),
  address: string({ about: 'Where the request came from; of failures to sign in, the network.' }),
  count: integer({ about: 'How often it happened in that minute; 1 for most.' }),
  details: map(any(), { about: 'What else there is to know, such as the role that was given.' }),
  hash: string({ about: 'The SHA-256 of this entry and the hash of the one before it.' }),
})

export const AuditEntries = object('AuditEntries', {
  kind: kind('admin#auditEntries'),
  items: array(AuditEntry),
  nextPageToken: string({ about: 'Asks for the next page; absent on the last one.' }),
})
