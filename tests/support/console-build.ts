import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '../..')
const page = join(root, 'dist/console/index.html')

/** Builds the console for the tests, unless there is a build that is newer than its sources. */
export default async function setup(): Promise<void> {
  const sources = globSync(['src/console/**/*.*', 'vite.config.ts', 'package-lock.json'], {
    cwd: root,
  })
  const changedMs = Math.max(...sources.map((path) => statSync(join(root, path)).mtimeMs))
  const builtMs = statSync(page, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (builtMs < changedMs) {
    await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  }
}
