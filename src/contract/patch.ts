import type { Patch } from './schema.ts'

type Dictionary = Readonly<Record<string, unknown>>

const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Applies a patch: absent means unchanged, null clears, objects and maps are merged by key, and everything
 * else, including arrays, is replaced. Neither argument is modified.
 */
export const mergePatch = <T extends object>(current: T, patch: Patch<T>): T =>
  mergedObject(current as Dictionary, patch as Dictionary) as T

function mergedObject(current: Dictionary, patch: Dictionary): Dictionary {
  const names = Object.keys(patch).filter((name) => patch[name] !== undefined)
  if (names.length === 0) return current
  const members: Record<string, unknown> = { ...current }
  for (const name of names) {
    const value = patch[name]
    if (value === null) delete members[name]
    else put(members, name, isDictionary(value) ? mergedMember(members, name, value) : value)
  }
  return members
}

function mergedMember(
  members: Record<string, unknown>,
  name: string,
  patch: Dictionary,
): Dictionary {
  const current = Object.hasOwn(members, name) ? members[name] : undefined
  return mergedObject(isDictionary(current) ? current : {}, patch)
}

// An assignment would not treat the key __proto__ as plain data.
function put(members: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') members[name] = value
  else Object.defineProperty(members, name, { value, ...plain })
}

const plain = { configurable: true, enumerable: true, writable: true }
