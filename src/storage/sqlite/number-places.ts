// Only a list that is nothing but parameters tells which column each of them goes into.
const plainInsert = /^\s*insert\s+into\s+(\w+)\s*\(([\w\s,]+)\)\s*values\s*\([?\s,]+\)/i

/**
 * Which parameters of an insert go straight into columns of whole numbers, in their order. SQLite makes
 * a whole number of what is bound there, floating or not; anywhere else 5 could be stored as '5.0'.
 */
export function numberPlaces(
  sql: string,
  typesOf: (table: string) => ReadonlyMap<string, string>,
): readonly boolean[] {
  const [, table, columns] = plainInsert.exec(sql) ?? []
  if (table === undefined || columns === undefined) return []
  const types = typesOf(table)
  return columns.split(',').map((column) => types.get(column.trim()) === 'INTEGER')
}
