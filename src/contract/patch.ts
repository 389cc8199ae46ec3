import type { Patch } from './schema.ts'

type Dictionary = Readonly<Record<string, unknown>>

const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The value after a patch: absent means unchanged, null clears, objects and maps are merged by
 * key, and everything else, arrays included, is replaced. Neither argument is changed.
 */
export const mergePatch = <T extends object>(current: T, patch: Patch<T>): T =>
  merged(current as Dictionary, patch as Dictionary) as T

function merged(current: Dictionary, patch: Dictionary): Dictionary {
  const changes = Object.entries(patch).filter(([, value]) => value !== undefined)
  if (changes.length === 0) return current
  // A Map and fromEntries take the key __proto__ for the plain data that it is.
  const members = new Map(Object.entries(current))
  for (const [name, value] of changes) {
    if (value === null) members.delete(name)
    else members.set(name, isDictionary(value) ? mergedMember(members.get(name), value) : value)
  }
  return Object.fromEntries(members)
}

const mergedMember = (current: unknown, patch: Dictionary): Dictionary =>
  merged(isDictionary(current) ? current : {}, patch)
