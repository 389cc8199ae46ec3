import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { download } from '../../api/index.ts'
import { profile, readsAudit } from '../../api/profile.ts'
import { t } from '../../texts/admin.ts'
import { Button, EmptyState, MoreAtEnd, Outcome, useDebounced } from '../../ui/index.ts'
import { adminList } from '../admin-list.ts'
import { AdminPage } from '../admin-page.tsx'
import { AuditFilterForm, filterQuery, noFilter } from './audit-filter.tsx'
import { type AuditEntry, AuditTable } from './audit-table.tsx'

const entriesPerPage = 100

/** The audit log, for owners and auditors. */
export function AuditPage() {
  const own = useQuery(profile)
  return (
    <Outcome of={own}>
      {(person) =>
        readsAudit(person) ? (
          <AuditLog />
        ) : (
          <AdminPage title={t.auditLog}>
            <p>{t.auditorsOnly}</p>
          </AdminPage>
        )
      }
    </Outcome>
  )
}

function AuditLog() {
  const [filter, setFilter] = useState(noFilter)
  const query = filterQuery(useDebounced(filter))
  const entries = useInfiniteQuery({
    ...adminList<AuditEntry>('audit', { ...query, maxResults: entriesPerPage }),
    staleTime: 0,
  })
  const save = useMutation({
    mutationFn: () => download('/admin/v1/audit/export', 'audit.jsonl', { query }),
  })
  return (
    <AdminPage
      title={t.auditLog}
      actions={
        <Button isBusy={save.isPending} onClick={() => save.mutate()}>
          {t.exportJson}
        </Button>
      }
    >
      <AuditFilterForm filter={filter} onFilter={setFilter} />
      <Outcome of={entries} lines={8}>
        {(all) =>
          all.length === 0 ? <EmptyState title={t.noEntries} /> : <AuditTable entries={all} />
        }
      </Outcome>
      <MoreAtEnd of={entries} />
    </AdminPage>
  )
}
