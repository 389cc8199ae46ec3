/** A span of time, in milliseconds; the end is exclusive. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** The parts of spans that no other span covers, in order. */
export function spansWithout(spans: readonly Span[], others: readonly Span[]): Span[] {
  const covered = joinedSpans(others)
  const left: Span[] = []
  let first = 0
  for (const { fromMs, toMs } of joinedSpans(spans)) {
    while (first < covered.length && covered[first]!.toMs <= fromMs) first++
    let from = fromMs
    for (let at = first; at < covered.length && covered[at]!.fromMs < toMs; at++) {
      const other = covered[at]!
      if (other.fromMs > from) left.push({ fromMs: from, toMs: other.fromMs })
      from = other.toMs
    }
    if (from < toMs) left.push({ fromMs: from, toMs })
  }
  return left
}

/** The spans in order, those that overlap or touch as one. */
function joinedSpans(spans: readonly Span[]): Span[] {
  const joined: { fromMs: number; toMs: number }[] = []
  for (const { fromMs, toMs } of spans.toSorted((one, other) => one.fromMs - other.fromMs)) {
    const last = joined.at(-1)
    if (last !== undefined && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs)
    else if (fromMs < toMs) joined.push({ fromMs, toMs })
  }
  return joined
}
