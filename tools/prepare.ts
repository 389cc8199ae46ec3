import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildConsole } from './build-console.ts'

const root = join(import.meta.dirname, '..')

removeFilesOfNode()
await buildConsole().catch((error: Error) => {
  process.stderr.write(
    `The console was not built: ${error.message}\n` +
      'Everything else works. Build it with "npm run console" when npm can reach its registry.\n',
  )
})

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
