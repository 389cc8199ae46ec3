import { createHash, randomBytes as machineRandomBytes } from 'node:crypto'

/** Gives the wanted number of bytes that nobody can guess; tests hand in a seeded one. */
export type RandomBytes = (count: number) => Uint8Array

export const secureRandomBytes: RandomBytes = (count) => machineRandomBytes(count)

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
