import type { InfiniteData } from '@tanstack/react-query'
import type { Volume, Volumes } from '../wire.ts'

/** The list with one member moved to another index. */
export function withMemberMoved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from)
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)]
}

/** The pages refilled with other volumes; the last page takes the rest. */
export function withVolumes(
  data: InfiniteData<Volumes, number>,
  volumes: readonly Volume[],
): InfiniteData<Volumes, number> {
  let start = 0
  const before = data.pages.reduce((sum, { items = [] }) => sum + items.length, 0)
  const pages = data.pages.map((page, index) => {
    const isLast = index === data.pages.length - 1
    const end = isLast ? volumes.length : start + (page.items?.length ?? 0)
    const items = volumes.slice(start, end)
    start = end
    return { ...page, items, totalItems: page.totalItems + volumes.length - before }
  })
  return { ...data, pages }
}
