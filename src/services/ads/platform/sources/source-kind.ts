import { basename } from 'node:path'
import { type FactName, factNames, importColumnsOf } from '../../warehouse/facts.ts'
import { type Column, type KindName, kindNames, kinds } from '../kinds.ts'

/** The content of a file: records of a kind, or statistics. */
export type SourceKind = KindName | FactName

/** All kinds, each after those it depends on. */
export const sourceKinds: readonly SourceKind[] = [...kindNames, ...factNames]

export const isFact = (kind: SourceKind): kind is FactName =>
  factNames.some((name) => name === kind)

/** The kind of a file: the given one, or by the prefix of its name, or by its columns. */
export function kindOf(
  path: string,
  file: { readonly named?: string | undefined; readonly columns: readonly string[] },
): SourceKind {
  if (file.named !== undefined) return kindNamed(file.named)
  const kind = kindOfName(basename(path)) ?? kindOfColumns(file.columns)
  if (kind !== undefined) return kind
  throw new Error(`Cannot determine what ${basename(path)} contains: set --kind.`)
}

function kindNamed(text: string): SourceKind {
  const kind = sourceKinds.find((candidate) => candidate === text)
  if (kind === undefined) throw new Error(`${text} is none of ${sourceKinds.join(', ')}.`)
  return kind
}

/** The kind in the prefix of a file name, such as `keyword` in `keywords-2026.csv`. */
function kindOfName(fileName: string): SourceKind | undefined {
  const plain = fileName.toLowerCase().replaceAll(/[^a-z]/g, '')
  return sourceKinds
    .toSorted((one, other) => other.length - one.length)
    .find((kind) => beginningsOf(kind).some((beginning) => plain.startsWith(beginning)))
}

const beginningsOf = (kind: SourceKind): string[] => {
  const lower = kind.toLowerCase()
  return [lower, lower.replace(/y$/, 'ies')]
}

/** The kind whose required columns are present, if there is exactly one. */
function kindOfColumns(names: readonly string[]): SourceKind | undefined {
  const [best, second] = sourceKinds
    .map((kind) => ({ kind, needed: requiredIn(kind) }))
    .filter(({ needed }) => needed.every((name) => names.includes(name)))
    .sort((one, other) => other.needed.length - one.needed.length)
  const isBest = best !== undefined && best.needed.length > (second?.needed.length ?? 0)
  return isBest ? best.kind : undefined
}

function requiredIn(kind: SourceKind): string[] {
  const columns: readonly (Column | { name: string; isRequired?: boolean })[] = isFact(kind)
    ? importColumnsOf(kind)
    : kinds[kind].columns
  return columns.filter(({ isRequired }) => isRequired).map(({ name }) => name)
}
