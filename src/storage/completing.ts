import type { Transaction, TransactionOptions } from './port.ts'

/**
 * Asked when a transaction that is not aside is begun: gives what is to be written at its end, with the value
 * of its body, if anything is.
 */
export type Completing = () => ((tx: Transaction, value: unknown) => Promise<void>) | undefined

/** The body of a transaction with what is to be written at its end. */
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
