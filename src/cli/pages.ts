const pageSize = 500

/** Every entry of a list that is read in pages. */
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
