import type { Core } from '#/core.ts'
import { notFound } from '#/kernel/errors.ts'
import { findFirstState, findSnapshot, putFirstState } from '#/services/workbench/service.ts'
import { saveState } from '#/storage/archive/saved-state.ts'

/** Keeps the present state as the first one, which diffs of a world begin with and a reset restores. */
export async function saveFirstState({ database, clock, attachedFiles }: Core): Promise<void> {
  const state = await saveState(database, attachedFiles)
  await database.transaction((tx) => putFirstState(tx, { createdAt: clock.nowMs(), state }))
}

/** An earlier state of a world, in which it was created or of which a snapshot was saved. */
export async function earlierState({ database }: Core, snapshot?: string): Promise<Buffer> {
  const state =
    snapshot === undefined ? await findFirstState(database) : await findSnapshot(database, snapshot)
  if (state !== undefined) return state
  if (snapshot !== undefined) {
    throw notFound(
      `There is no snapshot "${snapshot}" in this world. GET /_almanac/snapshots below the root URL ` +
        'of the world lists its snapshots.',
    )
  }
  throw notFound(
    'The state in which this world was created is not known. Save a snapshot in it, and name that ' +
      'with "since".',
  )
}

/** The present state of a world, with the volumes that users have just looked at. */
export async function presentState({ database, books }: Core): Promise<Buffer> {
  await books.recentViews.flush()
  return saveState(database)
}
