import { describe, expect, it } from 'vitest'
import { msPerDay } from '../time/civil-date.ts'
import { firstInSpans, type Span } from './first-in-spans.ts'

/** Collects the days from 1 to `last`, and notes the parts, in days. */
function collected({ last, count }: { readonly last: number; readonly count: number }) {
  const parts: [number, number][] = []
  const items = firstInSpans(
    { fromMs: 0, toMs: last * msPerDay },
    count,
    ({ fromMs, toMs }: Span) => {
      parts.push([fromMs / msPerDay, toMs / msPerDay])
      const length = (toMs - fromMs) / msPerDay
      return Array.from({ length }, (_, day) => fromMs / msPerDay + day)
    },
  )
  return { items, parts }
}

describe('the first items of a span', () => {
  it('come from adjacent parts that grow', () => {
    const { items, parts } = collected({ last: 100, count: 1000 })
    expect(items).toEqual(Array.from({ length: 100 }, (_, day) => day))
    expect(parts).toEqual([
      [0, 7],
      [7, 21],
      [21, 49],
      [49, 100],
    ])
  })

  it('are collected until there are enough', () => {
    const { items, parts } = collected({ last: 100_000, count: 8 })
    expect(items).toHaveLength(21)
    expect(parts).toHaveLength(2)
  })

  it('are none in an empty span', () => {
    expect(collected({ last: 0, count: 8 })).toEqual({ items: [], parts: [] })
    expect(collected({ last: -1, count: 8 })).toEqual({ items: [], parts: [] })
  })
})
