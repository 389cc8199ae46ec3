import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { profile } from '../../api/profile.ts'
import { formatMoment } from '../../locale/index.ts'
import { t } from '../../texts/developers.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { Button, ConfirmDialog, EmptyState, Outcome, Page, Table, toast } from '../../ui/index.ts'
import { DevelopersNavigation } from '../developers-navigation.tsx'
import { ClientDialog } from './client-dialog.tsx'
import { endClient, type OwnClient, ownClients } from './clients.ts'
import { Keys } from './keys.tsx'

/** OAuth clients and API keys. */
export function ClientsPage() {
  const me = useQuery(profile)
  return (
    <Page title={t.clientsAndKeys}>
      <DevelopersNavigation />
      {me.data?.isDeveloper === false ? (
        <EmptyState title={t.noClientsAllowed}>{t.noClientsAllowedHint}</EmptyState>
      ) : (
        <>
          <Clients />
          <Keys />
        </>
      )}
    </Page>
  )
}

function Clients() {
  const clients = useQuery(ownClients)
  const [isMaking, setMaking] = useState(false)
  return (
    <section className="stack">
      <div className="row between">
        <h2>{t.oauthClients}</h2>
        <Button kind="main" icon={<PlusIcon />} onClick={() => setMaking(true)}>
          {t.newClient}
        </Button>
      </div>
      <Outcome of={clients}>
        {(all) =>
          all.length === 0 ? <p className="muted">{t.noClients}</p> : <ClientTable clients={all} />
        }
      </Outcome>
      {isMaking && <ClientDialog onClose={() => setMaking(false)} />}
    </section>
  )
}

function ClientTable({ clients }: { clients: readonly OwnClient[] }) {
  const client = useQueryClient()
  const [ending, setEnding] = useState<OwnClient>()
  const end = useMutation({
    mutationFn: ({ clientId }: OwnClient) => endClient(clientId),
    onSuccess: (_, { name }) => toast({ text: t.deleted(name) }),
    onSettled: async () => {
      setEnding(undefined)
      await client.invalidateQueries({ queryKey: ownClients.queryKey })
    },
  })
  return (
    <>
      <Table
        label={t.oauthClients}
        columns={[t.name, t.id, t.type, t.created, { label: t.actions, kind: 'hidden' }]}
      >
        {clients.map((each) => (
          <tr key={each.clientId}>
            <th scope="row">
              <bdi>{each.name}</bdi>
            </th>
            <td>
              <code>{each.clientId}</code>
            </td>
            <td className="nowrap">
              {t.clientTypes[each.type]}
              {each.isPublic && t.withoutSecret}
            </td>
            <td className="nowrap">{formatMoment(each.created)}</td>
            <td className="actions">
              <Button
                kind="quiet"
                aria-label={t.deleteNamed(each.name)}
                onClick={() => setEnding(each)}
              >
                {t.delete}
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      <ConfirmDialog
        title={t.deleteClientTitle}
        isOpen={ending !== undefined}
        onClose={() => setEnding(undefined)}
        action={t.delete}
        isBusy={end.isPending}
        onConfirm={() => ending && end.mutate(ending)}
      >
        <p>{ending && t.deleteClientText(ending.name)}</p>
      </ConfirmDialog>
    </>
  )
}
