/** The result or error of the body of a transaction, before the commit. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown }

/** Runs a body and returns its outcome. */
export async function settle<Tx>(body: (tx: Tx) => Promise<unknown>, tx: Tx): Promise<Outcome> {
  try {
    return { value: await body(tx) }
  } catch (error) {
    return { error }
  }
}
