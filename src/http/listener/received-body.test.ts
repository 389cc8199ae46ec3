import { describe, expect, it } from 'vitest'
import { BodiesInProgress } from './received-body.ts'

const kibibyte = 1024
const unbounded = 1e9

describe('a body', () => {
  it.each([
    ['one chunk', [5_000]],
    ['tiny chunks', Array<number>(40_000).fill(1)],
    ['chunks of all sizes', [1, 5_000, 3, 1_023, 1_024, 16_384, 2, 700, 700, 20_000, 1]],
  ])('is complete and in order: %s', async (_, sizes) => {
    const all = Buffer.from(Array.from({ length: sizes.reduce((a, b) => a + b) }, (_, at) => at))
    const body = new BodiesInProgress(unbounded).begin(unbounded)
    let at = 0
    for (const size of sizes) {
      body.add(all.subarray(at, at + size))
      at += size
    }
    body.add(null)
    expect((await body.whole).equals(all)).toBe(true)
  })

  it('of tiny chunks occupies about as many bytes as it has', () => {
    const body = new BodiesInProgress(unbounded).begin(unbounded)
    const tiny = Buffer.from('a')
    for (let count = 0; count < 100 * kibibyte; count++) body.add(tiny)
    expect(body.occupied).toBeLessThan(120 * kibibyte)
  })
})

describe('bodies that are received at the same time', () => {
  it('beyond their limit lose the largest, and give all memory back at their end', async () => {
    const bodies = new BodiesInProgress(100 * kibibyte)
    for (let round = 0; round < 3; round++) {
      const [small, large, late] = [0, 1, 2].map(() => bodies.begin(unbounded))
      small!.add(Buffer.alloc(2 * kibibyte))
      large!.add(Buffer.alloc(60 * kibibyte))
      late!.add(Buffer.alloc(50 * kibibyte))
      large!.add(Buffer.alloc(kibibyte))
      expect([small, large, late].map((body) => body!.occupied / kibibyte)).toEqual([2, 0, 50])
      for (const body of [small, large, late]) body!.add(null)
      await expect(large!.whole).rejects.toMatchObject({ status: 503 })
      expect((await small!.whole).length + (await late!.whole).length).toBe(52 * kibibyte)
    }
  })

  it('refuse one of tiny chunks as well', async () => {
    const body = new BodiesInProgress(64 * kibibyte).begin(unbounded)
    for (let count = 0; count < 100 * kibibyte; count++) body.add(Buffer.from('a'))
    body.add(null)
    await expect(body.whole).rejects.toMatchObject({ status: 503 })
    expect(body.occupied).toBe(0)
  })

  it('that are broken off give their memory back', async () => {
    const bodies = new BodiesInProgress(10 * kibibyte)
    for (let round = 0; round < 3; round++) {
      const body = bodies.begin(unbounded)
      body.add(Buffer.alloc(8 * kibibyte))
      body.breakOff()
      await expect(body.whole).rejects.toMatchObject({ status: 400 })
    }
  })
})
