import type { Database, Transaction } from './port.ts'

interface Repeating {
  readonly database: Pick<Database, 'transaction'>
  readonly signal: AbortSignal
  /** The maximum number of rows that a transaction handles, so that others do not wait for long. */
  readonly rowsMax: number
}

/** Repeats a transaction, which returns the number of rows that it handled, until no rows are left. */
export async function repeatTransaction(
  { database, signal, rowsMax }: Repeating,
  body: (tx: Transaction) => Promise<number>,
): Promise<void> {
  let handled = rowsMax
  while (handled === rowsMax) {
    signal.throwIfAborted()
    handled = await database.transaction(body)
  }
}
