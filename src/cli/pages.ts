const pageSize = 500

/** Iterates over all entries of a paginated list. */
export async function* everyPage<T>(
  read: (page: { after: string; limit: number }) => Promise<T[]>,
  positionOf: (entry: T) => string,
): AsyncGenerator<T> {
  for (let after = ''; ; ) {
    const entries = await read({ after, limit: pageSize })
    yield* entries
    if (entries.length < pageSize) return
    after = positionOf(entries.at(-1)!)
  }
}
