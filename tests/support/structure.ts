import { dirname } from 'node:path'
import { importsOf, type Source } from './sources.ts'

/** A file, with the files whose code it runs; imports of types alone are left out. */
type Graph = ReadonlyMap<string, readonly string[]>

/** Groups of files that import each other, directly or through others. */
export function cyclesIn(sources: readonly Source[]): readonly (readonly string[])[] {
  const graph = graphOf(sources)
  const reachable = new Map([...graph.keys()].map((path) => [path, reachedFrom(graph, path)]))
  const inCycle = [...graph.keys()].filter((path) => reachable.get(path)!.has(path))
  const groups = Map.groupBy(inCycle, (path) =>
    inCycle.filter((other) => other === path || isMutual(reachable, path, other)).join(' '),
  )
  return [...groups.values()]
}

const isMutual = (
  reachable: ReadonlyMap<string, ReadonlySet<string>>,
  one: string,
  other: string,
): boolean => reachable.get(one)!.has(other) && reachable.get(other)!.has(one)

function reachedFrom(graph: Graph, start: string): ReadonlySet<string> {
  const reached = new Set<string>()
  const waiting = [...(graph.get(start) ?? [])]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    waiting.push(...(graph.get(path) ?? []))
  }
  return reached
}

function graphOf(sources: readonly Source[]): Graph {
  const paths = new Set(sources.map(({ path }) => path))
  return new Map(
    sources.map((source) => [
      source.path,
      importsOf({ ...source, text: withoutTypeImports(source.text) }).flatMap(({ path }) =>
        path !== undefined && paths.has(path) ? [path] : [],
      ),
    ]),
  )
}

const typeImport = /^(?:import|export) type [^'"]*from\s*['"][^'"]+['"]/gm
const namedImport = /^(?:import|export) \{([^}]*)\}\s*from\s*['"][^'"]+['"]/gm

const withoutTypeImports = (text: string): string =>
  text
    .replaceAll(typeImport, '')
    .replaceAll(namedImport, (statement, names: string) =>
      names.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '))
        ? ''
        : statement,
    )

/** How many files each folder has, without those of folders in it. */
export function folderSizes(sources: readonly Source[]): ReadonlyMap<string, number> {
  const byFolder = Map.groupBy(sources, ({ path }) => dirname(path))
  return new Map([...byFolder].map(([folder, files]) => [folder, files.length]))
}

/** Files below a number of lines that only one other file imports. */
export function smallHelpers(sources: readonly Source[], linesMax: number): readonly string[] {
  const importers = new Map<string, number>()
  for (const source of sources) {
    for (const path of new Set(importsOf(source).map((one) => one.path))) {
      if (path !== undefined) importers.set(path, (importers.get(path) ?? 0) + 1)
    }
  }
  return sources
    .filter(({ path, text }) => importers.get(path) === 1 && linesIn(text) < linesMax)
    .map(({ path }) => path)
}

export const linesIn = (text: string): number => text.split('\n').length - 1
