import { type AuditFilter, type AuditReader, shownEntry } from '#/audit/reading.ts'
import { TextFile } from '#/contract/operation.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'
import { filterOf, filterParams } from './filter.ts'

export const export_ = operation(
  {
    id: 'admin.audit.export',
    http: 'GET /audit/export',
    summary: 'Gives the audit log as a file: a JSON object in each line, the oldest entry first.',
    params: filterParams,
    scopes: canManage,
    roles: mayCall.readAudit,
    audit: { object: 'audit' },
    cost: 1,
    isDownload: true,
  },
  ({ params, auditReader }) =>
    new TextFile(
      'application/jsonl; charset=utf-8',
      'audit.jsonl',
      linesOf(auditReader, filterOf(params)),
    ),
)

const lineBytesAtOnce = 64 * 1024

/** The lines in pieces of some size, so that not each of them is sent by itself. */
async function* linesOf(reader: AuditReader, filter: AuditFilter): AsyncGenerator<Buffer> {
  let text = ''
  for await (const entry of reader.entries(filter)) {
    text += `${JSON.stringify(shownEntry(entry))}\n`
    if (text.length < lineBytesAtOnce) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}
