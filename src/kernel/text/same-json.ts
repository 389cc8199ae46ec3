/** Whether two values are equal as JSON, regardless of the order of members. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return false
  }
  if (Array.isArray(one)) return Array.isArray(other) && isSameList(one, other)
  return !Array.isArray(other) && isSameRecord(one as Members, other as Members)
}

type Members = Readonly<Record<string, unknown>>

const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((value, index) => isSameJson(value, other[index]))

function isSameRecord(one: Members, other: Members): boolean {
  for (const name in one) if (!isSameJson(one[name], memberOf(other, name))) return false
  for (const name in other) {
    if (other[name] !== undefined && memberOf(one, name) === undefined) return false
  }
  return true
}

// Clients choose some names, which may be those of inherited properties.
const memberOf = (record: Members, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined
