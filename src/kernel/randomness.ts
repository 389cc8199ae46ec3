import { createHash, randomBytes as machineRandomBytes } from 'node:crypto'

/** Gives the wanted number of bytes that nobody can guess; tests hand in a seeded one. */
export type RandomBytes = (count: number) => Uint8Array

const poolBytes = 8192
let pool = Buffer.alloc(0)

/** Taken from a pool that is filled at once: asking the machine for each id is ten times slower. */
export const secureRandomBytes: RandomBytes = (count) => {
  if (count > poolBytes) return machineRandomBytes(count)
  if (count > pool.length) pool = machineRandomBytes(poolBytes)
  const taken = pool.subarray(0, count)
  pool = pool.subarray(count)
  return taken
}

/** Bytes that are the same for the same seed, so that a failing run can be run again. */
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
