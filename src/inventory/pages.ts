import type { LocalClient } from '#/local-client.ts'
import type { WireResource } from './resource.ts'

const rowsPerPage = 500

interface ListCall {
  /** The email address of the user who lists. */
  readonly as: string
  /** Path and query of the list, without a page token. */
  readonly target: string
}

/** Every item of a list operation, from its first page to its last. */
export async function* itemsOf(
  client: LocalClient,
  { as, target }: ListCall,
): AsyncGenerator<WireResource, void, undefined> {
  const separator = target.includes('?') ? '&' : '?'
  let pageToken: unknown
  do {
    const page =
      pageToken === undefined
        ? target
        : `${target}${separator}pageToken=${encodeURIComponent(String(pageToken))}`
    const answer = await client.call({ as, method: 'GET', target: page })
    yield* (answer.items ?? []) as readonly WireResource[]
    pageToken = answer.nextPageToken
  } while (pageToken !== undefined)
}

/** Reads all rows of a paged list, in the order of their positions. */
export async function* rowsOf<Row>(
  read: (page: { after: string; limit: number }) => Promise<readonly Row[]>,
  positionOf: (row: Row) => string,
): AsyncGenerator<Row, void, undefined> {
  let after = ''
  for (;;) {
    const rows = await read({ after, limit: rowsPerPage })
    yield* rows
    if (rows.length < rowsPerPage) return
    after = positionOf(rows.at(-1)!)
  }
}
