import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface Source {
  /** From the project's root: `src/kernel/clock.ts`. */
  readonly path: string
  readonly text: string
}

export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

export const sourcesMatching = (...patterns: string[]): Source[] =>
  globSync(patterns, { cwd: root, exclude: ['node_modules/**', 'data/**'] })
    .sort()
    .map((path) => ({ path, text: read(path) }))

interface Import {
  /** As it is written. */
  readonly specifier: string
  /** The file of ours that it means; undefined for a package. */
  readonly path: string | undefined
}

const importing =
  /(?:^|\n)\s*(?:import|export)\b[^'"]*?from\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|(?:^|\n)import\s+['"]([^'"]+)['"]/g

/** Every import of a source, static and dynamic. */
export function importsOf({ path, text }: Source): Import[] {
  return [...text.matchAll(importing)].map(([, from, dynamic, bare]) => {
    const specifier = (from ?? dynamic ?? bare)!
    return { specifier, path: resolved(path, specifier) }
  })
}

function resolved(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('#/')) return `src/${specifier.slice(2)}`
  if (!specifier.startsWith('.')) return undefined
  return relative(root, join(root, dirname(path), specifier))
}
