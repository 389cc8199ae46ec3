import type { Transaction, TransactionOptions } from './port.ts'

/**
 * Called when a transaction starts, unless it is `isAside`. Returns a function that writes at its end, given
 * the result of its body; or undefined.
 */
export type Completing = () => ((tx: Transaction, value: unknown) => Promise<void>) | undefined

/** The body of a transaction, followed by the writes at its end. */
export function completedBody<T, Handle extends Transaction>(
  body: (tx: Handle) => Promise<T>,
  { isAside = false }: TransactionOptions,
  completing: Completing | undefined,
): (tx: Handle) => Promise<T> {
  const complete = isAside ? undefined : completing?.()
  if (complete === undefined) return body
  return async (tx) => {
    const value = await body(tx)
    await complete(tx, value)
    return value
  }
}
