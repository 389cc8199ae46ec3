import { useInfiniteQuery } from '@tanstack/react-query'
import { formatMoment } from '../../locale/index.ts'
import { Button, Dialog, MoreAtEnd, Outcome, Table } from '../../ui/index.ts'
import { adminList } from '../admin-list.ts'
import { useAdminChange } from '../use-admin-change.ts'
import { type User, userChanges } from './users.ts'

interface Token {
  readonly id: string
  readonly type: string
  readonly name?: string
  readonly clientId?: string
  readonly expires?: string
}

/** The tokens and sessions of a user, which can be revoked. */
export function UserTokens({ user, onClose }: { user: User; onClose: () => void }) {
  const tokens = useInfiniteQuery(adminList<Token>(`users/${encodeURIComponent(user.id)}/tokens`))
  const end = useAdminChange({
    run: ({ id }: Token) => userChanges.endToken(user, id),
    said: (token) => `“${nameOf(token)}” is revoked.`,
  })
  const endAll = useAdminChange({
    run: async () => void (await userChanges.endTokens(user)),
    said: () => `All tokens of ${user.email} are revoked.`,
  })
  return (
    <Dialog
      title={`Tokens of ${user.email}`}
      isOpen
      onClose={onClose}
      size="wide"
      actions={
        <>
          <Button kind="alarm" isBusy={endAll.isPending} onClick={() => endAll.mutate(undefined)}>
            Revoke all
          </Button>
          <Button kind="main" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Outcome of={tokens}>
        {(all) =>
          all.length === 0 ? (
            <p className="muted">Nothing can act as this user.</p>
          ) : (
            <Table
              label="Tokens"
              columns={['Name', 'Type', 'Ends', { label: 'Actions', kind: 'hidden' }]}
            >
              {all.map((token) => (
                <tr key={token.id}>
                  <th scope="row">{nameOf(token)}</th>
                  <td>{token.type}</td>
                  <td className="nowrap">
                    {token.expires === undefined ? 'Never' : formatMoment(token.expires)}
                  </td>
                  <td className="actions">
                    <Button
                      kind="quiet"
                      aria-label={`Revoke ${nameOf(token)}`}
                      onClick={() => end.mutate(token)}
                    >
                      Revoke
                    </Button>
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Outcome>
      <MoreAtEnd of={tokens} />
    </Dialog>
  )
}

const nameOf = ({ name, clientId, type }: Token): string => name ?? clientId ?? type
