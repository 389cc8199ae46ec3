import { useInfiniteQuery } from '@tanstack/react-query'
import { formatMoment } from '../../locale/index.ts'
import { t } from '../../texts/admin.ts'
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
  readonly lastUsed?: string
}

/** The tokens and sessions of a user, which can be revoked. */
export function UserTokens({ user, onClose }: { user: User; onClose: () => void }) {
  const tokens = useInfiniteQuery(adminList<Token>(`users/${encodeURIComponent(user.id)}/tokens`))
  const end = useAdminChange({
    run: ({ id }: Token) => userChanges.endToken(user, id),
    said: (token) => t.tokenRevoked(nameOf(token)),
  })
  const endAll = useAdminChange({
    run: async () => void (await userChanges.endTokens(user)),
    said: () => t.allTokensRevoked(user.email),
  })
  return (
    <Dialog
      title={t.tokensOf(user.email)}
      isOpen
      onClose={onClose}
      size="wide"
      actions={
        <>
          <Button kind="alarm" isBusy={endAll.isPending} onClick={() => endAll.mutate(undefined)}>
            {t.revokeAll}
          </Button>
          <Button kind="main" onClick={onClose}>
            {t.done}
          </Button>
        </>
      }
    >
      <Outcome of={tokens}>
        {(all) =>
          all.length === 0 ? (
            <p className="muted">{t.noTokens}</p>
          ) : (
            <Table
              label={t.tokens}
              columns={[
                t.name,
                t.type,
                t.lastUsed,
                t.expires,
                { label: t.actions, kind: 'hidden' },
              ]}
            >
              {all.map((token) => (
                <tr key={token.id}>
                  <th scope="row">{nameOf(token)}</th>
                  <td>{token.type}</td>
                  <td className="nowrap">
                    {token.lastUsed !== undefined
                      ? formatMoment(token.lastUsed)
                      : token.type !== 'session' && t.never}
                  </td>
                  <td className="nowrap">
                    {token.expires === undefined ? t.never : formatMoment(token.expires)}
                  </td>
                  <td className="actions">
                    <Button
                      kind="quiet"
                      aria-label={t.revokeNamed(nameOf(token))}
                      onClick={() => end.mutate(token)}
                    >
                      {t.revoke}
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
