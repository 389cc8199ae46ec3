import { LRUCache } from 'lru-cache'

/** Keeps so many values, those that were used last; room is taken as they come, and not before. */
export const recent = <V extends object>(max: number): LRUCache<string, V> =>
  new LRUCache({ maxSize: Math.max(1, max), sizeCalculation: one })

const one = () => 1
