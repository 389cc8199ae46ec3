import { createHash, randomBytes as machineRandomBytes } from 'node:crypto'

/** Returns random bytes. Tests pass a seeded function. */
export type RandomBytes = (count: number) => Uint8Array

const poolBytes = 8192
let pool = Buffer.alloc(0)

/** Random bytes from a pool: asking the operating system for each id is ten times slower. */
export const secureRandomBytes: RandomBytes = (count) => {
  if (count > poolBytes) return machineRandomBytes(count)
  if (count > pool.length) pool = machineRandomBytes(poolBytes)
  const taken = pool.subarray(0, count)
  pool = pool.subarray(count)
  return taken
}

/** Reproducible bytes, so that a failed test run can be repeated with its seed. */
export function seededRandomBytes(seed: string): RandomBytes {
  let counter = 0
  return (count) => {
    const blocks: Buffer[] = []
    for (let have = 0; have < count; have += 32) {
      blocks.push(createHash('sha256').update(`${seed}:${counter++}`).digest())
    }
    return Buffer.concat(blocks).subarray(0, count)
  }
}
