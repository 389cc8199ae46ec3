import { execFile } from 'node:child_process'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildConsole } from './build-console.ts'
import { buildServer } from './build-server.ts'
import { type Manifest, packageManifest } from './package-manifest.ts'

const root = join(import.meta.dirname, '..')
const manifestPath = join(root, 'package.json')
const originalPath = join(root, 'dist/package.json')

/** Builds the module that `import 'almanac'` loads, and its types, into `dist`. */
async function buildInterface(): Promise<void> {
  const words = [
    ...[join(root, 'src/index.ts'), '--ignoreConfig', '--outDir', join(root, 'dist')],
    // It runs in the Node of the caller.
    ...['--declaration', '--target', 'es2023', '--lib', 'es2023,esnext.disposable'],
    ...['--module', 'nodenext', '--types', 'node', '--strict', '--skipLibCheck'],
  ]
  await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), words, { cwd: root })
}

/** Puts the manifest of the package in place of that of the repository, until npm has packed it. */
function replaceManifest(): void {
  const text = readFileSync(manifestPath, 'utf8')
  const manifest = JSON.parse(text) as Manifest
  if (manifest.devDependencies === undefined) {
    throw new Error(
      'package.json is that of the package: an earlier "npm pack" was interrupted. Restore it with "git checkout package.json".',
    )
  }
  writeFileSync(originalPath, text)
  writeFileSync(manifestPath, `${JSON.stringify(packageManifest(manifest), null, 2)}\n`)
}

const steps: Readonly<Record<string, () => Promise<void> | void>> = {
  async before() {
    await buildConsole()
    await buildServer()
    await buildInterface()
    replaceManifest()
  },
  after: () => renameSync(originalPath, manifestPath),
  interface: buildInterface,
}

await steps[process.argv[2] ?? '']?.()
