import { statSync } from 'node:fs'
import type { Vitals } from '../port.ts'

/** The size of the file and of its write-ahead log. */
export const readVitals = (path: string): Vitals => ({
  bytes: sizeOf(path),
  logBytes: sizeOf(`${path}-wal`),
})

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
