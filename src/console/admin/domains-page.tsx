import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../api/index.ts'
import { formatMoment } from '../locale/index.ts'
import { t } from '../texts/admin.ts'
import { Button, EmptyState, MoreAtEnd, Outcome, Table, TextField } from '../ui/index.ts'
import { adminList } from './admin-list.ts'
import { AdminPage } from './admin-page.tsx'
import { useAdminChange } from './use-admin-change.ts'

interface Domain {
  readonly name: string
  readonly created: string
}

/** The domains of the organization, with which calendars can be shared. */
export function DomainsPage() {
  const domains = useInfiniteQuery(adminList<Domain>('domains'))
  const [name, setName] = useState('')
  const add = useAdminChange({
    run: (text: string) => api.post<Domain>('/admin/v1/domains', { body: { name: text } }),
    said: (text) => t.addedNamed(text),
    onDone: () => setName(''),
    hasForm: true,
  })
  const remove = useAdminChange({
    run: (domain: Domain) => api.del(`/admin/v1/domains/${encodeURIComponent(domain.name)}`),
    said: (domain) => t.removed(domain.name),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(name)
  }
  return (
    <AdminPage title={t.domains}>
      <form className="toolbar" onSubmit={submit}>
        <TextField
          label={t.addDomain}
          placeholder="example.com"
          required
          value={name}
          onValue={setName}
          problem={add.error?.message}
        />
        <Button kind="main" type="submit" isBusy={add.isPending}>
          {t.add}
        </Button>
      </form>
      <Outcome of={domains}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t.noDomains}>{t.noDomainsHint}</EmptyState>
          ) : (
            <Table
              label={t.domains}
              columns={[t.name, t.created, { label: t.actions, kind: 'hidden' }]}
            >
              {all.map((domain) => (
                <tr key={domain.name}>
                  <th scope="row">{domain.name}</th>
                  <td>{formatMoment(domain.created)}</td>
                  <td className="actions">
                    <Button
                      kind="quiet"
                      aria-label={t.removeNamed(domain.name)}
                      onClick={() => remove.mutate(domain)}
                    >
                      {t.remove}
                    </Button>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Outcome>
      <MoreAtEnd of={domains} />
    </AdminPage>
  )
}
