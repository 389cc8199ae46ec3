import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { type Block, mergedBlocks } from './busy-blocks.ts'

const window = { startMs: 10, endMs: 90 }
const block = (startMs: number, endMs: number): Block => ({ startMs, endMs })

describe('blocks of time', () => {
  const cases: readonly [string, Block[], Block[]][] = [
    ['there are none', [], []],
    ['they are in no order', [block(50, 60), block(20, 30)], [block(20, 30), block(50, 60)]],
    ['they overlap', [block(20, 40), block(30, 50)], [block(20, 50)]],
    ['they touch', [block(20, 30), block(30, 40)], [block(20, 40)]],
    ['one is within another', [block(20, 60), block(30, 40)], [block(20, 60)]],
    ['they reach out of the window', [block(0, 20), block(80, 99)], [block(10, 20), block(80, 90)]],
    ['one covers the window', [block(0, 99), block(20, 30)], [window]],
    ['they are outside of it', [block(0, 10), block(90, 99)], []],
    ['they have no length', [block(20, 20), block(10, 10), block(90, 90)], []],
    ['they end before they start', [block(40, 20)], []],
  ]
  for (const [name, blocks, merged] of cases) {
    it(`are merged where ${name}`, () => {
      assert.deepEqual(mergedBlocks(blocks, window), merged)
    })
  }

  it('cover the same moments as before, apart from each other and in order', () => {
    const blocks = fc.array(
      fc.tuple(fc.nat(100), fc.nat(30)).map(([start, length]) => block(start, start + length)),
    )
    fc.assert(
      fc.property(blocks, (given) => {
        const merged = mergedBlocks(given, window)
        const isIn = (moment: number) => (one: Block) => one.startMs <= moment && moment < one.endMs
        for (let moment = 0; moment < 130; moment++) {
          const isBusy = isIn(moment)(window) && given.some(isIn(moment))
          assert.equal(merged.filter(isIn(moment)).length, isBusy ? 1 : 0)
        }
        for (const [index, one] of merged.slice(1).entries()) {
          assert.ok(merged[index]!.endMs < one.startMs)
        }
      }),
    )
  })

  it('are left as they were given', () => {
    const given = [block(50, 60), block(20, 55)]
    mergedBlocks(given, window)
    assert.deepEqual(given, [block(50, 60), block(20, 55)])
  })
})
