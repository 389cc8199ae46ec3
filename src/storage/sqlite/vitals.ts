import { statSync } from 'node:fs'
import type { Vitals } from '../port.ts'

/** How large the file is, and the log in front of it. */
export const readVitals = (path: string): Vitals => ({
  bytes: sizeOf(path),
  logBytes: sizeOf(`${path}-wal`),
})

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
