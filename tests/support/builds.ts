import { execFile } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { entry } from './almanac-process.ts'

const root = join(import.meta.dirname, '../..')

interface Build {
  readonly sources: readonly string[]
  /** A file that each build writes. */
  readonly result: string
  readonly script: readonly string[]
}

const builds: readonly Build[] = [
  {
    sources: [
      'src/console/**/*.*',
      'vite.config.ts',
      'tools/build-console.ts',
      'package-lock.json',
    ],
    result: join(root, 'dist/console/index.html'),
    script: ['tools/build-console.ts'],
  },
  {
    sources: [
      'src/**/*.ts',
      'tools/build-server.ts',
      'tools/database-templates.ts',
      'package-lock.json',
    ],
    result: entry,
    script: ['tools/build-server.ts'],
  },
  {
    sources: ['src/index.ts', 'tools/build-package.ts'],
    result: join(root, 'dist/index.js'),
    script: ['tools/build-package.ts', 'interface'],
  },
]

/** Builds the console and the server for the tests, unless a build is newer than its sources. */
export default async function setup(): Promise<void> {
  await Promise.all(builds.filter(isOutdated).map(run))
}

function isOutdated({ sources, result }: Build): boolean {
  const changes = globSync([...sources], { cwd: root }).map(
    (path) => statSync(join(root, path)).mtimeMs,
  )
  const builtMs = statSync(result, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return builtMs < Math.max(...changes)
}

/** In a process of its own, because React would be built for tests in this one. */
async function run({ script }: Build): Promise<void> {
  await promisify(execFile)(process.execPath, [...script], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  })
}
