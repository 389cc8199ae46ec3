import { ApiError, unavailable } from '#/kernel/errors.ts'

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

const serializationFailure = '40001'
const deadlock = '40P01'

/** Whether the transaction may succeed if it is retried. */
export function isRetryable(error: unknown): boolean {
  const code = codeOf(error)
  if (code === serializationFailure || code === deadlock) return true
  // Another process has migrated the tables of a prepared statement.
  return (error as { routine?: unknown } | null)?.routine === 'RevalidateCachedQuery'
}

/** Whether a statement has waited too long for a lock. */
/** Whether another process has created a database of this name, perhaps at the same time. */
export const isDuplicateDatabase = (error: unknown): boolean =>
  ['42P04', '23505'].includes(codeOf(error))

export const hasNoLock = (error: unknown): boolean => codeOf(error) === '55P03'

/** Error codes of failed connections, from the driver and the operating system. */
const lostConnectionCode =
  /^(CONNECT|CONNECTION)_|^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ENOENT)/

/**
 * Temporary error classes and codes of PostgreSQL: 08 connection, 53 resources, 57 operator, 58 system, 40
 * rolled back, 55000 a database that accepts no connections, 55P03 lock not available, 25006 a standby after
 * a failover, 25P03 idle too long.
 */
const passing = /^(08|53|57|58|40)...$|^(55000|55P03|25006|25P03)$/

export const isLostConnection = (error: unknown): boolean => lostConnectionCode.test(codeOf(error))

/** A server of a cluster was lost during a commit; Citus reports that as an internal error. */
const isLostCommit = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('could not commit transaction for shard')

/** Whether the database does not answer, or refuses for a while what it would otherwise do. */
export const isUnavailable = (error: unknown): boolean =>
  isLostConnection(error) || passing.test(codeOf(error)) || isLostCommit(error)

/** The error for the caller. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof ApiError || !isUnavailable(error)) return error
  return unavailable('The database does not answer at the moment.', error)
}
