import { shownEntry } from '#/audit/reading.ts'
import { pageOf, pageParams } from '#/contract/paging.ts'
import { AuditEntries } from '../audit.ts'
import { operation } from '../operation.ts'
import { mayCall } from '../roles.ts'
import { canManage } from '../scopes.ts'
import { filterOf, filterParams } from './filter.ts'

export const list = operation(
  {
    id: 'admin.audit.list',
    http: 'GET /audit',
    summary: 'Lists what has been done on this server, the newest first.',
    params: { ...pageParams, ...filterParams },
    reply: AuditEntries,
    scopes: canManage,
    roles: mayCall.readAudit,
    cost: 1,
  },
  async ({ params, auditReader, ...given }) => {
    const { maxResults: _, pageToken: __, ...filter } = params
    const { entries, next } = await pageOf(given, params, {
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
