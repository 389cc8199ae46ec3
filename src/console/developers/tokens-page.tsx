import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment, formatNumber } from '../locale/index.ts'
import { PlusIcon } from '../ui/icons.tsx'
import { Button, ConfirmDialog, EmptyState, Outcome, Page, Table, toast } from '../ui/index.ts'
import { DevelopersNavigation } from './developers-navigation.tsx'
import { shortScope } from './scope-words.ts'
import { TokenDialog } from './token-dialog.tsx'
import { endToken, type OwnToken, ownTokens } from './tokens.ts'

const types = { accessToken: 'Token', refreshToken: 'Sign-in of a program', session: 'Browser' }

/** The tokens and sessions of the user, which can be revoked. */
export function TokensPage() {
  const tokens = useQuery(ownTokens)
  const [isMaking, setMaking] = useState(false)
  const make = (
    <Button kind="main" icon={<PlusIcon />} onClick={() => setMaking(true)}>
      New token
    </Button>
  )
  return (
    <Page title="Developers" actions={make}>
      <DevelopersNavigation />
      <p className="muted">
        A token lets a program act as you. Every one is shown once, when it is made.
      </p>
      <Outcome of={tokens}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title="There are no tokens.">Press “New token” to make one.</EmptyState>
          ) : (
            <AllTokens tokens={all} />
          )
        }
      </Outcome>
      {isMaking && <TokenDialog onClose={() => setMaking(false)} />}
    </Page>
  )
}

/** Hides the hourly access tokens of signed-in clients, whose refresh tokens are listed. */
function AllTokens({ tokens }: { tokens: readonly OwnToken[] }) {
  const signedIn = new Set(
    tokens.filter(({ type }) => type === 'refreshToken').map(({ clientId }) => clientId),
  )
  const isPassing = ({ type, name, clientId }: OwnToken) =>
    type === 'accessToken' && name === undefined && signedIn.has(clientId)
  const passing = tokens.filter(isPassing)
  return (
    <>
      <Tokens
        label="Tokens"
        tokens={tokens.filter((token) => !isPassing(token)).toSorted(byName)}
      />
      {passing.length > 0 && (
        <details className="stack">
          <summary>{formatNumber(passing.length)} short-lived tokens of sign-ins</summary>
          <Tokens label="Short-lived tokens" tokens={passing} />
        </details>
      )}
    </>
  )
}

function Tokens({ label, tokens }: { label: string; tokens: readonly OwnToken[] }) {
  const client = useQueryClient()
  const [ending, setEnding] = useState<OwnToken>()
  const end = useMutation({
    mutationFn: ({ id }: OwnToken) => endToken(id),
    onSuccess: (_, token) => toast({ text: `“${nameOf(token)}” is revoked.` }),
    onSettled: async () => {
      setEnding(undefined)
      await client.invalidateQueries({ queryKey: ownTokens.queryKey })
    },
  })
  return (
    <>
      <Table
        label={label}
        columns={['Name', 'Type', 'Scopes', 'Ends', { label: 'Actions', kind: 'hidden' }]}
      >
        {tokens.map((token) => (
          <tr key={token.id}>
            <th scope="row">
              <bdi>{nameOf(token)}</bdi>{' '}
              {token.isCurrent && <span className="badge">This one</span>}
            </th>
            <td className="nowrap">{types[token.type]}</td>
            <td>
              <Scopes scopes={token.scopes ?? []} />
            </td>
            <td className="nowrap">
              {token.expires === undefined ? 'Never' : formatMoment(token.expires)}
            </td>
            <td className="actions">
              <Button
                kind="quiet"
                aria-label={`Revoke ${nameOf(token)}`}
                onClick={() => setEnding(token)}
              >
                Revoke
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      <ConfirmDialog
        title="Revoke the token?"
        isOpen={ending !== undefined}
        onClose={() => setEnding(undefined)}
        action="Revoke"
        isBusy={end.isPending}
        onConfirm={() => ending && end.mutate(ending)}
      >
        <p>
          Programs that use “{ending && nameOf(ending)}” are refused from now on.
          {ending?.isCurrent && ' It is the one of this page, which will have to sign in again.'}
        </p>
      </ConfirmDialog>
    </>
  )
}

const shownMax = 3

function Scopes({ scopes }: { scopes: readonly string[] }) {
  const words = scopes.map(shortScope).join(', ')
  if (scopes.length <= shownMax) return words
  return (
    <details>
      <summary>{formatNumber(scopes.length)} scopes</summary>
      {words}
    </details>
  )
}

/** Personal tokens come before sign-ins of clients. */
const byName = (a: OwnToken, b: OwnToken): number =>
  Number(a.name === undefined) - Number(b.name === undefined)

const nameOf = ({ name, clientId, type }: OwnToken): string => name ?? clientId ?? types[type]
