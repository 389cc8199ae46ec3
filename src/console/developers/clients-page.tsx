import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { profile } from '../api/profile.ts'
import { formatMoment } from '../locale/index.ts'
import { PlusIcon } from '../ui/icons.tsx'
import { Button, ConfirmDialog, EmptyState, Outcome, Page, Table, toast } from '../ui/index.ts'
import { ClientDialog } from './client-dialog.tsx'
import { endClient, type OwnClient, ownClients } from './clients.ts'
import { DevelopersNavigation } from './developers-navigation.tsx'
import { Keys } from './keys.tsx'

/** OAuth clients and API keys. */
export function ClientsPage() {
  const me = useQuery(profile)
  return (
    <Page title="Clients and keys">
      <DevelopersNavigation />
      {me.data?.isDeveloper === false ? (
        <EmptyState title="You cannot make clients here.">
          An administrator of this server decides who may. Tokens of your own need no client.
        </EmptyState>
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
        <h2>OAuth clients</h2>
        <Button kind="main" icon={<PlusIcon />} onClick={() => setMaking(true)}>
          New client
        </Button>
      </div>
      <Outcome of={clients}>
        {(all) =>
          all.length === 0 ? (
            <p className="muted">
              None yet. A client lets a program sign people in to this server.
            </p>
          ) : (
            <ClientTable clients={all} />
          )
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
    onSuccess: (_, { name }) => toast({ text: `“${name}” is deleted.` }),
    onSettled: async () => {
      setEnding(undefined)
      await client.invalidateQueries({ queryKey: ownClients.queryKey })
    },
  })
  return (
    <>
      <Table
        label="OAuth clients"
        columns={['Name', 'Id', 'Type', 'Made', { label: 'Actions', kind: 'hidden' }]}
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
              {each.type === 'web' ? 'Web' : 'Installed'}
              {each.isPublic && ', without a secret'}
            </td>
            <td className="nowrap">{formatMoment(each.created)}</td>
            <td className="actions">
              <Button
                kind="quiet"
                aria-label={`Delete ${each.name}`}
                onClick={() => setEnding(each)}
              >
                Delete
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      <ConfirmDialog
        title="Delete the client?"
        isOpen={ending !== undefined}
        onClose={() => setEnding(undefined)}
        action="Delete"
        isBusy={end.isPending}
        onConfirm={() => ending && end.mutate(ending)}
      >
        <p>Everybody who has signed in with “{ending?.name}” is signed out of it.</p>
      </ConfirmDialog>
    </>
  )
}
