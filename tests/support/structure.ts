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

const isTest = ({ path }: Source): boolean => /\.test\.tsx?$/.test(path)

/** A file below this many lines is short. */
const shortLinesMax = 60

/**
 * Short files that could be a part of the one file that imports them. Left out are files with a test beside
 * them, operations and commands, lists of these and of routes, and files that are loaded later or re-exported.
 */
export function foldableFiles(sources: readonly Source[]): readonly string[] {
  const modules = sources.filter((source) => !isTest(source))
  const tested = new Set(sources.filter(isTest).flatMap((test) => pathsIn(test)))
  const importers = new Map<string, Source[]>()
  for (const source of modules) {
    for (const path of new Set(pathsIn(source))) {
      importers.set(path, [...(importers.get(path) ?? []), source])
    }
  }
  return modules
    .filter((source) => {
      const [importer, ...others] = importers.get(source.path) ?? []
      return (
        importer !== undefined &&
        others.length === 0 &&
        linesIn(source.text) < shortLinesMax &&
        !tested.has(source.path) &&
        !/ = (?:advertiserOperation|operation|readTool|writeTool)\(/.test(source.text) &&
        !/\/(?:operations|routes|tools)\.ts$/.test(source.path) &&
        partOf(importer.path) === partOf(source.path) &&
        importsStatically(importer, source.path)
      )
    })
    .map(({ path }) => path)
}

const pathsIn = (source: Source): string[] => importsOf(source).flatMap(({ path }) => path ?? [])

/** Whether a file imports another for its own use before it runs. */
function importsStatically(importer: Source, path: string): boolean {
  const imports = importer.text.match(/^import [^'"]*from\s*['"][^'"]+['"]/gm) ?? []
  return pathsIn({ ...importer, text: imports.join('\n') }).includes(path)
}

/** The part of the map that a file belongs to; a test belongs to that of its module. */
export function partOf(path: string): string {
  const [, first, second] = path.replace(/(?:\.\w+)?\.test\.ts$/, '.ts').split('/')
  return first === 'services' ? `${first}/${second}` : first!
}

export const linesIn = (text: string): number => text.split('\n').length - 1
