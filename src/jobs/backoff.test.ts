import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { seededRandomBytes } from '#/kernel/randomness.ts'
import { retryDelayMs } from './backoff.ts'

const backoff = { firstMs: 100, factor: 3, capMs: 1_000, jitter: 0 }

describe('the delay before another attempt', () => {
  it('grows by its factor up to its cap', () => {
    const delays = [1, 2, 3, 4, 500].map((attempt) =>
      retryDelayMs(backoff, attempt, seededRandomBytes('none')),
    )
    assert.deepEqual(delays, [100, 300, 900, 1_000, 1_000])
  })

  it('is shortened by chance, by no more than its jitter', () => {
    const randomBytes = seededRandomBytes('jitter')
    const delays = Array.from({ length: 200 }, () =>
      retryDelayMs({ ...backoff, jitter: 0.5 }, 4, randomBytes),
    )
    assert.ok(Math.min(...delays) >= 500 && Math.max(...delays) <= 1_000)
    assert.ok(new Set(delays).size > 100)
  })
})
