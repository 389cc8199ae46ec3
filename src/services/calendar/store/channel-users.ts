import type { Reader } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'

/** The addresses of those users who may use anything at present, by their ids. */
export async function activeUsers(
  reader: Reader,
  of: readonly { readonly userId: string }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = JSON.stringify([...new Set(of.map(({ userId }) => userId))])
  const users = await reader.all(findActive, { ids })
  return new Map(users.map(({ id, email }) => [id, email]))
}

const findActive = statement<{ ids: string }, { id: string; email: string }>(
  ({ inTexts }) => `select id, email from users where id ${inTexts('ids')} and disabled_at is null`,
)
