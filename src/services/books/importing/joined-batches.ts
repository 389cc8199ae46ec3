import type { Batch } from './reading/reading.ts'

/** Texts of this length together are written, however few volumes they are of. */
const charactersMax = 32 * 1024 * 1024

/** So few are written rather than that nothing is written while more is read. */
const entriesMin = 500

/**
 * Batches put together to about so many entries, to no more than memory has room for, and to fewer
 * where they come more slowly than they are written.
 */
export async function* joined(
  batches: AsyncIterable<Batch>,
  entriesWanted: () => number,
): AsyncGenerator<Batch> {
  let whole: Batch | undefined
  let entries = 0
  let characters = 0
  for await (const batch of batches) {
    entries += batch.count
    characters += batch.characters
    whole = whole === undefined ? batch : together(whole, batch)
    const enough = batch.isAwaited ? Math.min(entriesMin, entriesWanted()) : entriesWanted()
    if (entries < enough && characters < charactersMax) continue
    yield whole
    whole = undefined
    entries = 0
    characters = 0
  }
  if (whole !== undefined) yield whole
}

/** What the second says of a volume counts. */
function together(first: Batch, second: Batch): Batch {
  for (const id of second.withdrawnIds) {
    first.drafts.delete(id)
    first.withdrawnIds.add(id)
  }
  for (const [id, draft] of second.drafts) {
    first.withdrawnIds.delete(id)
    first.drafts.set(id, draft)
  }
  first.places.push(...second.places)
  first.problems.push(...second.problems)
  first.others += second.others
  first.entries = second.entries
  return first
}
