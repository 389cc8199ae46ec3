import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment } from '../../locale/index.ts'
import { t } from '../../texts/developers.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { Button, ConfirmDialog, EmptyState, Outcome, Page, Table, toast } from '../../ui/index.ts'
import { DevelopersNavigation } from '../developers-navigation.tsx'
import { shortScope } from '../scope-words.ts'
import { TokenDialog } from './token-dialog.tsx'
import { lastUsedOf, type TokenGroup, tokenGroups } from './token-groups.ts'
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

/** Tokens and sign-ins in groups. The hourly access tokens of sign-ins are hidden at first. */
function AllTokens({ tokens }: { tokens: readonly OwnToken[] }) {
  const { groups, shortLived } = tokenGroups(tokens)
  return (
    <>
      <Tokens label={t.tokens} groups={groups} />
      {shortLived.length > 0 && (
        <details className="stack">
          <summary>{t.shortLivedCount(shortLived.length)}</summary>
          <Tokens
            label={t.shortLived}
            groups={shortLived.map((token) => ({ key: token.id, tokens: [token] }))}
          />
        </details>
      )}
    </>
  )
}

function Tokens({ label, groups }: { label: string; groups: readonly TokenGroup[] }) {
  const client = useQueryClient()
  const [ending, setEnding] = useState<TokenGroup>()
  const end = useMutation({
    mutationFn: ({ tokens }: TokenGroup) => Promise.all(tokens.map(({ id }) => endToken(id))),
    onSuccess: (_, { tokens }) => toast({ text: t.revoked(nameOf(tokens[0])) }),
    onSettled: async () => {
      setEnding(undefined)
      await client.invalidateQueries({ queryKey: ownTokens.queryKey })
    },
  })
  const isCurrent = ({ tokens }: TokenGroup) => tokens.some((token) => token.isCurrent)
  return (
    <>
      <Table
        label={label}
        columns={[
          t.name,
          t.type,
          t.scopes,
          t.lastUsed,
          t.expires,
          { label: t.actions, kind: 'hidden' },
        ]}
      >
        {groups.map((group) => {
          const { tokens } = group
          const [token] = tokens
          return (
            <tr key={group.key}>
              <th scope="row">
                <bdi>{nameOf(token)}</bdi>{' '}
                {tokens.length > 1 && <span className="badge">{t.signInCount(tokens.length)}</span>}{' '}
                {isCurrent(group) && <span className="badge">{t.currentToken}</span>}
              </th>
              <td className="nowrap">{t.tokenTypes[token.type]}</td>
              <td>
                <Scopes scopes={token.scopes ?? []} />
              </td>
              <td className="nowrap">{lastUseWords(group)}</td>
              <td className="nowrap">
                {token.expires === undefined ? t.never : formatMoment(token.expires)}
              </td>
              <td className="actions">
                <Button
                  kind="quiet"
                  aria-label={t.revokeNamed(nameOf(token))}
                  onClick={() => setEnding(group)}
                >
                  {t.revoke}
                </Button>
              </td>
            </tr>
          )
        })}
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
          {ending && t.revokeTokenText(nameOf(ending.tokens[0]), ending.tokens.length)}{' '}
          {ending && isCurrent(ending) && t.revokeCurrentText}
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

const nameOf = ({ name, clientId, type }: OwnToken): string =>
  name ?? clientId ?? t.tokenTypes[type]

/** The use of browser sessions is not recorded. */
function lastUseWords(group: TokenGroup): string {
  const lastUse = lastUsedOf(group)
  if (lastUse !== undefined) return formatMoment(lastUse)
  return group.tokens[0].type === 'session' ? '' : t.never
}
