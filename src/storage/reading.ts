import type { Compiled } from './statement.ts'

const known = new WeakSet<Compiled>()
const reads = /^\s*(select|with|values)\b/i
const writes = /\b(insert\s+into|update\s+\w+\s+set|delete\s+from)\b/i

/** Refuses a statement that writes where only reading is possible. */
export function assertReads(compiled: Compiled): void {
  if (known.has(compiled)) return
  if (!reads.test(compiled.sql) || writes.test(compiled.sql)) {
    throw new Error(`Writing needs a transaction: ${compiled.sql}`)
  }
  known.add(compiled)
}
