import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment } from '../locale/index.ts'
import { t } from '../texts/developers.ts'
import { PlusIcon } from '../ui/icons.tsx'
import { Button, ConfirmDialog, EmptyState, Outcome, Page, Table, toast } from '../ui/index.ts'
import { DevelopersNavigation } from './developers-navigation.tsx'
import { shortScope } from './scope-words.ts'
import { TokenDialog } from './token-dialog.tsx'
import { endToken, type OwnToken, ownTokens } from './tokens.ts'

/** The tokens and sessions of the user, which can be revoked. */
export function TokensPage() {
  const tokens = useQuery(ownTokens)
  const [isMaking, setMaking] = useState(false)
  const make = (
    <Button kind="main" icon={<PlusIcon />} onClick={() => setMaking(true)}>
      {t.newToken}
    </Button>
  )
  return (
    <Page title={t.developers} actions={make}>
      <DevelopersNavigation />
      <p className="muted">{t.tokensIntro}</p>
      <Outcome of={tokens}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t.noTokens}>{t.noTokensHint}</EmptyState>
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
        label={t.tokens}
        tokens={tokens.filter((token) => !isPassing(token)).toSorted(byName)}
      />
      {passing.length > 0 && (
        <details className="stack">
          <summary>{t.shortLivedCount(passing.length)}</summary>
          <Tokens label={t.shortLived} tokens={passing} />
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
    onSuccess: (_, token) => toast({ text: t.revoked(nameOf(token)) }),
    onSettled: async () => {
      setEnding(undefined)
      await client.invalidateQueries({ queryKey: ownTokens.queryKey })
    },
  })
  return (
    <>
      <Table
        label={label}
        columns={[t.name, t.type, t.scopes, t.expires, { label: t.actions, kind: 'hidden' }]}
      >
        {tokens.map((token) => (
          <tr key={token.id}>
            <th scope="row">
              <bdi>{nameOf(token)}</bdi>{' '}
              {token.isCurrent && <span className="badge">{t.currentToken}</span>}
            </th>
            <td className="nowrap">{t.tokenTypes[token.type]}</td>
            <td>
              <Scopes scopes={token.scopes ?? []} />
            </td>
            <td className="nowrap">
              {token.expires === undefined ? t.never : formatMoment(token.expires)}
            </td>
            <td className="actions">
              <Button
                kind="quiet"
                aria-label={t.revokeNamed(nameOf(token))}
                onClick={() => setEnding(token)}
              >
                {t.revoke}
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      <ConfirmDialog
        title={t.revokeTokenTitle}
        isOpen={ending !== undefined}
        onClose={() => setEnding(undefined)}
        action={t.revoke}
        isBusy={end.isPending}
        onConfirm={() => ending && end.mutate(ending)}
      >
        <p>
          {ending && t.revokeTokenText(nameOf(ending))} {ending?.isCurrent && t.revokeCurrentText}
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
      <summary>{t.scopeCount(scopes.length)}</summary>
      {words}
    </details>
  )
}

/** Personal tokens come before sign-ins of clients. */
const byName = (a: OwnToken, b: OwnToken): number =>
  Number(a.name === undefined) - Number(b.name === undefined)

const nameOf = ({ name, clientId, type }: OwnToken): string =>
  name ?? clientId ?? t.tokenTypes[type]
