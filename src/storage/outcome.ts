/** What has become of the body of a transaction, before it is committed. */
export type Outcome = { readonly value: unknown } | { readonly error: unknown }

/** Runs a body for as long as it takes. */
export async function settle<Tx>(body: (tx: Tx) => Promise<unknown>, tx: Tx): Promise<Outcome> {
  try {
    return { value: await body(tx) }
  } catch (error) {
    return { error }
  }
}
