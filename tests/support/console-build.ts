import { execFile } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const page = join(root, 'dist/console/index.html')

/** Builds the console for the tests, unless there is a build that is newer than its sources. */
export default async function setup(): Promise<void> {
  const sources = globSync(['src/console/**/*.*', 'vite.config.ts', 'package-lock.json'], {
    cwd: root,
  })
  const changedMs = Math.max(...sources.map((path) => statSync(join(root, path)).mtimeMs))
  const builtMs = statSync(page, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (builtMs >= changedMs) return
  // In a process of its own, because React would be built for tests in this one.
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  })
}
