// Only a list that is nothing but parameters tells which column each of them goes into.
const plainInsert = /^\s*insert\s+into\s+(\w+)\s*\(([\w\s,]+)\)\s*values\s*\([?\s,]+\)/i

/**
 * Which parameters of an insert go straight into columns of whole numbers, in their order; undefined for
 * any other statement. SQLite makes a whole number of what is bound there, floating or not; anywhere
 * else 5 could be stored as '5.0'.
 */
export function numberPlaces(
  sql: string,
  typesOf: (table: string) => ReadonlyMap<string, string>,
): readonly boolean[] | undefined {
  const found = plainInsert.exec(sql)
  if (found === null) return undefined
  const [insert, table, columns] = found
  const types = typesOf(table!)
  const places = columns!.split(',').map((column) => types.get(column.trim()) === 'INTEGER')
  // Those of a clause behind the list.
  for (const _ of sql.slice(insert.length).matchAll(/\?/g)) places.push(false)
  return places
}
