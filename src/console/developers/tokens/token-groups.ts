import type { OwnToken } from './tokens.ts'

/** Tokens that are listed as one row: a personal token, or all sign-ins of a client. */
export interface TokenGroup {
  readonly key: string
  /** The tokens, the one that is valid longest first. */
  readonly tokens: readonly [OwnToken, ...OwnToken[]]
}

/** Personal tokens one by one, then the sign-ins of each client, and apart from them the short-lived tokens. */
export function tokenGroups(tokens: readonly OwnToken[]) {
  const isPersonal = ({ type, name }: OwnToken) => type === 'accessToken' && name !== undefined
  const isShortLived = (token: OwnToken) => token.type === 'accessToken' && !isPersonal(token)
  const keyOf = (token: OwnToken) =>
    isPersonal(token) ? token.id : `${token.type} ${token.clientId ?? ''}`
  const listed = tokens.filter((token) => !isShortLived(token))
  const ordered = listed.toSorted((a, b) => Number(isPersonal(b)) - Number(isPersonal(a)))
  const groups = [...Map.groupBy(ordered, keyOf)].map(([key, members]): TokenGroup => {
    const [first, ...rest] = members.toSorted(byEnd)
    return { key, tokens: [first!, ...rest] }
  })
  return { groups, shortLived: tokens.filter(isShortLived) }
}

/** The last use of any token of a group. */
export const lastUsedOf = ({ tokens }: TokenGroup): string | undefined =>
  tokens
    .flatMap(({ lastUsed }) => lastUsed ?? [])
    .toSorted()
    .at(-1)

/** Whether one of the tokens belongs to this page. */
export const isCurrent = ({ tokens }: TokenGroup): boolean =>
  tokens.some((token) => token.isCurrent === true)

const byEnd = (a: OwnToken, b: OwnToken): number =>
  (a.expires ?? '~') < (b.expires ?? '~') ? 1 : -1
