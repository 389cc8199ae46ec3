import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildConsole, MissingPackagesError } from './build-console.ts'

const root = join(import.meta.dirname, '..')

removeFilesOfNode()
try {
  await buildConsole()
} catch (error) {
  if (!(error instanceof MissingPackagesError)) throw error
  process.stderr.write(
    `${error.message}\n` +
      'Everything else works. Build the console with "npm run console" when npm can reach its registry.\n',
  )
}

/**
 * Removes what the packages of Node bring besides the program: its C++ headers, a third of their size, with
 * which nothing here is compiled, and its documents.
 */
function removeFilesOfNode(): void {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of Object.keys(optionalDependencies)) {
    for (const part of ['include', 'share', 'CHANGELOG.md']) {
      rmSync(join(root, 'node_modules', name, part), { recursive: true, force: true })
    }
  }
}
