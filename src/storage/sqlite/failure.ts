import { unavailable } from '#/kernel/errors.ts'

// Primary result codes of SQLite. The upper bytes of an extended code add details.
const busy = 5
const inputOutput = 10
const full = 13
const syncFailures: ReadonlySet<number> = new Set([
  1034, // SQLITE_IOERR_FSYNC
  1290, // SQLITE_IOERR_DIR_FSYNC
])

const extendedCode = (error: unknown): number | undefined => {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code : undefined
}

const primaryCode = (error: unknown): number => (extendedCode(error) ?? 0) & 0xff

export const isBusy = (error: unknown): boolean => primaryCode(error) === busy

/** Whether the disk is full or fails. */
export const isStorageFailure = (error: unknown): boolean =>
  primaryCode(error) === full || primaryCode(error) === inputOutput

/** Whether a sync failed. The state on disk is then unknown until a restart. */
export const isSyncFailure = (error: unknown): boolean => syncFailures.has(extendedCode(error) ?? 0)

export const describeFailure = (error: unknown): Record<string, unknown> => ({
  error: error instanceof Error ? error.message : String(error),
  code: extendedCode(error),
})

export const diskRefusal = (cause: unknown) =>
  unavailable('The server cannot store data at the moment.', cause, 5)

export const lockedRefusal = (cause: unknown) =>
  unavailable('The database is locked by another process.', cause)

/** The error for the caller. */
export const asRefusal = (error: unknown): unknown =>
  isStorageFailure(error) ? diskRefusal(error) : isBusy(error) ? lockedRefusal(error) : error
