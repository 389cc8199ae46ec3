import { msPerDay } from '../time/civil-date.ts'

/** A span of time, in instants. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

const firstSpanMs = 7 * msPerDay

/**
 * The items of a span, in parts that grow until there are `count` items: many series have many more
 * instances in a long window than a page shows.
 */
export function firstInSpans<T>(
  { fromMs, toMs }: Span,
  count: number,
  itemsIn: (part: Span) => readonly T[],
): T[] {
  const parts: (readonly T[])[] = []
  let found = 0
  let lengthMs = firstSpanMs
  let startMs = fromMs
  while (startMs < toMs && found < count) {
    const endMs = Math.min(startMs + lengthMs, toMs)
    const items = itemsIn({ fromMs: startMs, toMs: endMs })
    parts.push(items)
    found += items.length
    startMs = endMs
    lengthMs *= 2
  }
  return parts.flat()
}
