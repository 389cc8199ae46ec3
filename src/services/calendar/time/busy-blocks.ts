/** A stretch of time: instants in milliseconds, the end not in it. */
export interface Block {
  readonly startMs: number
  readonly endMs: number
}

/** Blocks in order, those that touch made one, cut to the window, empty ones left out. */
export function mergedBlocks(blocks: readonly Block[], window: Block): Block[] {
  const merged: { startMs: number; endMs: number }[] = []
  for (const block of blocks.toSorted((one, other) => one.startMs - other.startMs)) {
    const startMs = Math.max(block.startMs, window.startMs)
    const endMs = Math.min(block.endMs, window.endMs)
    if (endMs <= startMs) continue
    const last = merged.at(-1)
    if (last !== undefined && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs)
    else merged.push({ startMs, endMs })
  }
  return merged
}

/** Whether any of the blocks overlaps one of the others. Both are in order; the latter lie apart. */
export function doMeet(blocks: readonly Block[], others: readonly Block[]): boolean {
  let at = 0
  for (const { startMs, endMs } of blocks) {
    while (at < others.length && others[at]!.endMs <= startMs) at++
    if (at < others.length && others[at]!.startMs < endMs && startMs < endMs) return true
  }
  return false
}
