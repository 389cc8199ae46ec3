import { formatMoment } from '../../locale/index.ts'
import { t } from '../../texts/developers.ts'
import { Button, Table } from '../../ui/index.ts'
import { shortScope } from '../scope-words.ts'
import { isCurrent, lastUsedOf, type TokenGroup, tokenGroups } from './token-groups.ts'
import type { OwnToken } from './tokens.ts'

interface TokenListsProps {
  readonly tokens: readonly OwnToken[]
  readonly onRevoke: (group: TokenGroup) => void
}

/** Tokens and sign-ins in groups. The hourly access tokens of sign-ins are hidden at first. */
export function TokenLists({ tokens, onRevoke }: TokenListsProps) {
  const { groups, shortLived } = tokenGroups(tokens)
  return (
    <>
      {groups.length > 0 && <TokenTable label={t.tokens} groups={groups} onRevoke={onRevoke} />}
      {shortLived.length > 0 && (
        <details className="stack" open={groups.length === 0}>
          <summary>{t.shortLivedCount(shortLived.length)}</summary>
          <TokenTable
            label={t.shortLived}
            groups={shortLived.map((token) => ({ key: token.id, tokens: [token] }))}
            onRevoke={onRevoke}
          />
        </details>
      )}
    </>
  )
}

interface TokenTableProps {
  readonly label: string
  readonly groups: readonly TokenGroup[]
  readonly onRevoke: (group: TokenGroup) => void
}

const TokenTable = ({ label, groups, onRevoke }: TokenTableProps) => (
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
            <bdi>{tokenName(token)}</bdi>{' '}
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
              aria-label={t.revokeNamed(tokenName(token))}
              onClick={() => onRevoke(group)}
            >
              {t.revoke}
            </Button>
          </td>
        </tr>
      )
    })}
  </Table>
)

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

export const tokenName = ({ name, clientId, type }: OwnToken): string =>
  name ?? clientId ?? t.tokenTypes[type]

/** The use of browser sessions is not recorded. */
function lastUseWords(group: TokenGroup): string {
  const lastUse = lastUsedOf(group)
  if (lastUse !== undefined) return formatMoment(lastUse)
  return group.tokens[0].type === 'session' ? '' : t.never
}
