import { type AuditFilter, type AuditReader, noFilter, shownEntry } from '#/audit/reading.ts'
import { TextFile } from '#/contract/answer.ts'
import { nextPageToken, pageOf, pageParams } from '#/contract/paging.ts'
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
  optional,
  string,
} from '#/contract/schema.ts'
import { mayCall, operation } from './operation.ts'

const AuditActor = object('AuditActor', {
  type: about(
    '`command` for the command line, `server` for actions of the server itself.',
    oneOf('user', 'command', 'server', 'anonymous'),
  ),
  id: string({ about: 'The id of a user.' }),
  name: string({
    about: 'The address of a user, or the name of the system user who ran a command.',
  }),
})

const outcome = oneOf('success', 'refused', 'failed')

const AuditEntry = object('AuditEntry', {
  number: int64({ about: 'The place in the log.' }),
  time: dateTime({ about: 'When it happened; for repeated actions, the first time.' }),
  action: string({ about: 'The id of an operation, or a name such as `auth.signIn`.' }),
  outcome,
  reason: string({ about: 'Why it was refused.' }),
  actor: AuditActor,
  object: string({ about: 'The object of the action, such as `users/ann@example.com`.' }),
  clientId: string({ about: 'The client of the token.' }),
  address: string({ about: 'The client address; for failed sign-ins, the network.' }),
  count: integer({ about: 'How often it happened in that minute; 1 for most.' }),
  details: map(any(), { about: 'Further details, such as the granted role.' }),
  hash: string({ about: 'The SHA-256 of this entry and the hash of the one before it.' }),
})

const AuditEntries = object('AuditEntries', {
  kind: kind('admin#auditEntries'),
  items: array(AuditEntry),
  nextPageToken,
})

const filterLengthMax = 500

/** What narrows the audit log. */
const filterParams = {
  timeMin: optional(dateTime({ about: 'Entries of this time or later.' })),
  timeMax: optional(dateTime({ about: 'Entries of an earlier time.' })),
  actor: optional(
    string({ about: 'The address or the id of who did it.', lengthMax: filterLengthMax }),
  ),
  action: optional(
    string({
      about: 'A prefix of actions, such as `admin.users` or `auth.signIn`.',
      lengthMax: filterLengthMax,
    }),
  ),
  object: optional(
    string({
      about: 'A prefix of objects, such as `users/ann@example.com`.',
      lengthMax: filterLengthMax,
    }),
  ),
  outcome: optional(outcome),
}

const listAudit = operation(
  {
    id: 'admin.audit.list',
    http: 'GET /audit',
    summary: 'Lists the audit log, newest entry first.',
    params: { ...pageParams, ...filterParams },
    reply: AuditEntries,
    roles: mayCall.readAudit,
  },
  async ({ params, auditReader, ...context }) => {
    const { maxResults: _, pageToken: __, ...filter } = params
    const { entries, next } = await pageOf(context, params, {
      collection: 'admin.audit',
      filter,
      read: ({ after, limit }) => {
        const before = after === '' ? undefined : Number(after)
        return auditReader.page(filterOf(filter), { before, limit })
      },
      positionOf: ({ number }) => String(number),
    })
    return { kind: 'admin#auditEntries', items: entries.map(shownEntry), ...next }
  },
)

const exportAudit = operation(
  {
    id: 'admin.audit.export',
    http: 'GET /audit/export',
    summary: 'Exports the audit log as JSON lines, oldest entry first.',
    params: filterParams,
    roles: mayCall.readAudit,
    audit: { object: 'audit' },
    isDownload: true,
  },
  ({ params, auditReader }) =>
    new TextFile(
      'application/jsonl; charset=utf-8',
      'audit.jsonl',
      linesOf(auditReader, filterOf(params)),
    ),
)

export const auditOperations = [listAudit, exportAudit]

const pieceCharsMin = 64 * 1024

/** The lines of the file, in pieces of many lines, so that they are not sent one by one. */
async function* linesOf(reader: AuditReader, filter: AuditFilter): AsyncGenerator<Buffer> {
  let text = ''
  for await (const entry of reader.entries(filter)) {
    text += `${JSON.stringify(shownEntry(entry))}\n`
    if (text.length < pieceCharsMin) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}

interface FilterValues {
  readonly timeMin?: string
  readonly timeMax?: string
  readonly actor?: string
  readonly action?: string
  readonly object?: string
  readonly outcome?: string
}

const filterOf = (values: FilterValues): AuditFilter => ({
  ...noFilter,
  ...values,
  timeMin: values.timeMin === undefined ? noFilter.timeMin : momentMs(values.timeMin),
  timeMax: values.timeMax === undefined ? noFilter.timeMax : momentMs(values.timeMax),
})

const momentMs = (text: string): number => Temporal.Instant.from(text).epochMilliseconds
