import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildServer } from './build-server.ts'

const root = join(import.meta.dirname, '..')

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

// `npm pack` builds the console by itself, with `prepare`.
if (!process.argv.includes('--interface-only')) await buildServer()
await buildInterface()
