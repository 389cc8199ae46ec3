import { LRUCache } from 'lru-cache'

type Version = string | number

interface Entry<Value> {
  readonly version: Version
  readonly value: Value
}

interface CacheBounds<Value> {
  /** The maximum sum of the sizes of all values. */
  readonly sizeMax: number
  /** The size of a value; 1 by default, so that `sizeMax` is a number of values. */
  readonly sizeOf?: (value: Value) => number
}

/**
 * A cache of values that are derived from something with versions. There is one rule for all such caches: a
 * value is returned only for the version that it was made from, so it is never stale. The values that were
 * used longest ago are evicted.
 */
export class VersionedCache<Value> {
  readonly #entries: LRUCache<string, Entry<Value>>

  constructor({ sizeMax, sizeOf = one }: CacheBounds<Value>) {
    this.#entries = leastRecentlyUsed(sizeMax, ({ value }) => sizeOf(value))
  }

  get(key: string, version: Version): Value | undefined {
    const entry = this.#entries.get(key)
    return entry?.version === version ? entry.value : undefined
  }

  set(key: string, version: Version, value: Value): void {
    this.#entries.set(key, { version, value })
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  /** The cached value, or else the one that is made now. What never changes needs no version. */
  of(key: string, make: () => Value, version: Version = ''): Value {
    const entry = this.#entries.get(key)
    if (entry?.version === version) return entry.value
    const value = make()
    this.set(key, version, value)
    return value
  }
}

/** The values that were used last, for counters and other state that belongs to no version. */
export const recent = <V extends NonNullable<unknown>, K extends string | number = string>(
  max: number,
): LRUCache<K, V> => leastRecentlyUsed(max, one)

// A bound of the size, unlike one of the number, allocates memory only as values are added.
const leastRecentlyUsed = <V extends NonNullable<unknown>, K extends string | number = string>(
  sizeMax: number,
  sizeOf: (value: V) => number,
) => new LRUCache<K, V>({ maxSize: Math.max(1, sizeMax), sizeCalculation: sizeOf })

const one = () => 1
