import { type ColumnType, isList } from './catalogue/column.ts'

const numbers: readonly ColumnType[] = ['Integer', 'Number', 'Money', 'Percent']

/** A cell as JSON has it: numbers, booleans and lists are such; ids and the rest are text. */
export function jsonCell(text: string, type: ColumnType): unknown {
  if (numbers.includes(type)) return Number(text)
  if (type === 'Boolean') return text === 'true'
  return isList(type) ? text.split(';') : text
}
