import { expect, it } from 'vitest'
import { distributionHash } from './distribution-hash.ts'

it('gives integers the hash that Citus gives them', () => {
  const hashes = { 0: -272711505, 4095: 975066378, '-5': 1412886042, 2199023255552: 540161199 }
  for (const [value, hash] of Object.entries(hashes)) {
    expect(distributionHash(Number(value))).toBe(hash)
  }
})

it('gives texts the hash that Citus gives them', () => {
  const hashes = {
    '': -1477818771,
    'hello world!': 1400155871,
    'guest1@almanac.test': 1546415990,
    'ünïcode text that is long': -1779729271,
  }
  for (const [value, hash] of Object.entries(hashes)) expect(distributionHash(value)).toBe(hash)
})
