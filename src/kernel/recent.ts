import { LRUCache } from 'lru-cache'

/** An LRU cache that allocates memory only as values are added. */
export const recent = <V extends object>(max: number): LRUCache<string, V> =>
  new LRUCache({ maxSize: Math.max(1, max), sizeCalculation: one })

const one = () => 1
