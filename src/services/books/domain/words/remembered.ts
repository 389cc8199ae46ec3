const rememberedMax = 4_000

/** The same function, which remembers what it gave for texts that come again and again. */
export function remembered<A extends string | readonly string[], R>(
  make: (given: A) => R,
): (given: A) => R {
  const known = new Map<string, R>()
  return (given) => {
    const key = typeof given === 'string' ? given : keyOf(given)
    const before = known.get(key)
    if (before !== undefined) return before
    const made = make(given)
    if (known.size >= rememberedMax) known.clear()
    known.set(key, made)
    return made
  }
}

// Joining one text would make another that has to be hashed anew.
const keyOf = (texts: readonly string[]): string =>
  texts.length === 1 ? texts[0]! : texts.join('\n')
