import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, everyPage } from '../api/index.ts'
import { formatMoment } from '../locale/index.ts'
import { session } from '../session/session.ts'
import { t } from '../texts/account.ts'
import { Button, ConfirmDialog, Outcome, Table } from '../ui/index.ts'

const path = '/almanac/v1/users/me/tokens'
const queryKey = ['account', 'sessions']

interface Session {
  readonly id: string
  readonly type: string
  readonly created?: string
  readonly expires?: string
}

/** The browsers that the user is signed in with. */
export function Sessions() {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const sessions = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const all = await everyPage<Session>(path, { signal })
      return all
        .filter(({ type }) => type === 'session')
        .toSorted((one, other) => (other.created ?? '').localeCompare(one.created ?? ''))
    },
  })
  const end = useMutation({
    mutationFn: ({ id }: Session) => api.del(`${path}/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  const endAll = useMutation({
    mutationFn: () => api.post('/almanac/v1/users/me/sessions/endAll'),
    onSuccess: () => session.signOut(),
  })
  return (
    <section className="card settings-part" aria-labelledby="sessions">
      <h2 id="sessions">{t.sessions}</h2>
      <p>{t.sessionsIntro}</p>
      <Outcome of={sessions}>
        {(all) =>
          all.length > 0 && (
            <Table
              label={t.sessions}
              columns={[t.signedIn, t.expires, { label: t.actions, kind: 'hidden' }]}
            >
              {all.map((each) => {
                const since = each.created === undefined ? t.unknown : formatMoment(each.created)
                return (
                  <tr key={each.id}>
                    <th scope="row">{since}</th>
                    <td>{each.expires === undefined ? t.never : formatMoment(each.expires)}</td>
                    <td className="actions">
                      <Button
                        kind="quiet"
                        aria-label={t.endSessionOf(since)}
                        isBusy={end.isPending && end.variables.id === each.id}
                        onClick={() => end.mutate(each)}
                      >
                        {t.endSession}
                      </Button>
                    </td>
                  </tr>
                )
              })}
            </Table>
          )
        }
      </Outcome>
      <div className="row">
        <Button onClick={() => setAsking(true)}>{t.signOutEverywhere}</Button>
      </div>
      <ConfirmDialog
        title={t.signOutEverywhereTitle}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action={t.signOutEverywhere}
        isBusy={endAll.isPending}
        onConfirm={() => endAll.mutate()}
      >
        <p>{t.signOutEverywhereText}</p>
      </ConfirmDialog>
    </section>
  )
}
