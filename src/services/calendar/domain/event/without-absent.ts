type Present<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** The same members in the same order, without those that are undefined. */
export function withoutAbsent<T extends object>(value: T): Present<T> {
  const present: Partial<T> = {}
  for (const name in value) if (value[name] !== undefined) present[name] = value[name]
  return present as Present<T>
}
