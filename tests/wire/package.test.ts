import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { packageManifest } from '../../tools/package-manifest.ts'
import { withoutSettings } from '../support/almanac-process.ts'
import { until } from '../support/calling.ts'
import { freshFolder } from '../support/fresh.ts'
import { examplesOf } from '../support/guide.ts'
import { startRegistry } from '../support/npm-registry.ts'
import { read } from '../support/sources.ts'

const root = join(import.meta.dirname, '../..')
const project = join(inject('runFolder'), 'package-project')
const packages = join(root, 'node_modules')
const manifest = packageManifest(JSON.parse(read('package.json')))

const run = (
  file: string,
  words: readonly string[],
  {
    cwd = project,
    ...environment
  }: { readonly cwd?: string; [name: string]: string | undefined } = {},
) =>
  promisify(execFile)(file, [...words], {
    cwd,
    env: { ...withoutSettings(), TMPDIR: project, ...environment },
  })

const runNode = (...words: string[]) => run(process.execPath, words)

/** Packs what the scripts of "npm pack" have built, which replace package.json meanwhile, in a copy. */
async function pack(): Promise<string> {
  const copy = join(project, 'packed')
  for (const name of [...manifest.files, 'LICENSE', 'README.md']) {
    await cp(join(root, name), join(copy, name), { recursive: true })
  }
  await writeFile(join(copy, 'package.json'), JSON.stringify(manifest))
  const words = ['pack', '--ignore-scripts', '--silent', '--pack-destination', project]
  return (await promisify(execFile)('npm', words, { cwd: copy })).stdout.trim()
}

let tarball = ''

/** An empty project with the package in it, and links to what npm would install with it. */
beforeAll(async () => {
  await mkdir(join(project, 'node_modules/almanac'), { recursive: true })
  tarball = join(project, await pack())
  const words = ['-xzf', tarball, '-C', 'node_modules/almanac', '--strip-components=1']
  await run('tar', words)
  const ofTests = ['@googleapis/calendar', '@types/node', 'vitest']
  const { dependencies, optionalDependencies } = manifest
  const installed = Object.keys({ ...dependencies, ...optionalDependencies })
  for (const name of [...installed, ...ofTests]) {
    const link = join(project, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    await symlink(join(packages, name), link)
  }
  for (const { language, text } of examplesOf('docs/guides/npm-package.md')) {
    const name = /^\/\/ (\S+\.mjs)\n/.exec(text)?.[1]
    if (language === 'js') await writeFile(join(project, name!), text)
  }
})

describe('the npm package', { concurrent: true }, () => {
  it('is installed by npm in an empty folder, and answers the official client', async () => {
    await using folder = await freshFolder()
    const cwd = folder.path
    {
      await using registry = await startRegistry(packages)
      const options = ['--registry', registry.url, '--userconfig', join(cwd, '.npmrc')]
      const words = ['install', ...options, '--cache', 'cache', '--no-audit', '--no-fund', tarball]
      await run('npm', words, { cwd })
    }
    await symlink(join(packages, '@googleapis'), join(cwd, 'node_modules/@googleapis'))
    await writeFile(
      join(cwd, 'use.mjs'),
      `import { calendar } from '@googleapis/calendar'
       import { startAlmanac } from 'almanac'
       const { url, token, stop } = await startAlmanac({ settings: { demo: 0 } })
       const headers = { Authorization: 'Bearer ' + token }
       const { data } = await calendar({ version: 'v3', rootUrl: url + '/', headers }).calendarList.list()
       console.log(data.kind)
       await stop()`,
    )
    const { stdout } = await run(process.execPath, ['use.mjs'], { cwd })
    expect(stdout).toBe('calendar#calendarList\n')
    const version = await run(join(cwd, 'node_modules/.bin/almanac'), ['--version'], { cwd })
    expect(version.stdout).toContain(JSON.parse(read('package.json')).version)
  })

  it('gives package.json back to the repository after packing, with nothing but the package', async () => {
    await using folder = await freshFolder()
    await cp(join(root, 'tools'), join(folder.path, 'tools'), { recursive: true })
    await symlink(packages, join(folder.path, 'node_modules'))
    await mkdir(join(folder.path, 'dist'))
    await writeFile(join(folder.path, 'package.json'), JSON.stringify(manifest))
    await writeFile(join(folder.path, 'dist/package.json'), read('package.json'))
    await run(process.execPath, ['tools/build-package.ts', 'after'], { cwd: folder.path })
    expect(readFileSync(join(folder.path, 'package.json'), 'utf8')).toBe(read('package.json'))
  })

  it('contains what an installation needs, and nothing else', async () => {
    const { stdout } = await run('find', ['node_modules/almanac', '-type', 'f'])
    const paths = stdout.trim().split('\n')
    const tops = paths.map((path) => path.split('/').slice(2, 4).join('/'))
    expect([...new Set(tops)].sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'bin/almanac.js',
      'bin/remove-node-headers.js',
      'dist/console',
      'dist/index.d.ts',
      'dist/index.js',
      'dist/server',
      'package.json',
    ])
    expect(paths.filter((path) => /\.tsx?$/.test(path))).toEqual([
      'node_modules/almanac/dist/index.d.ts',
    ])
  })

  it('depends only on Node, DuckDB and the log', () => {
    const { dependencies, optionalDependencies } = manifest
    expect(Object.keys(dependencies).sort()).toEqual(['@duckdb/node-api'])
    expect(Object.keys(optionalDependencies).every((name) => name.startsWith('node-'))).toBe(true)
    const licenses = readFileSync(
      join(project, 'node_modules/almanac/dist/server/licenses.md'),
      'utf8',
    )
    for (const name of ['oidc-provider', 'undici', 'yaml']) expect(licenses).toContain(name)
  })

  it('runs the examples for vitest and, with the global functions of vitest, for jest', async () => {
    const words = ['run', '--root', project, '--globals', 'vitest.test', 'jest.test']
    const { stdout } = await runNode(join(packages, 'vitest/vitest.mjs'), ...words)
    expect(stdout).toMatch(/Tests .*2 passed/)
  })

  it('runs the example for node:test', async () => {
    const { stdout } = await runNode('--test', 'node.test.mjs')
    expect(stdout).toContain('pass 1\n')
  })

  it('has types', async () => {
    const program = `
      import { type Almanac, startAlmanac } from 'almanac'
      const almanac: Almanac = await startAlmanac({ settings: { demo: 0 } })
      const { url }: { url: string } = await almanac.createWorld({ now: '2030-05-03T08:00:00Z' })
      // @ts-expect-error: there is no such option
      await startAlmanac({ port: 1 })
      export { url }`
    await writeFile(join(project, 'types.mts'), program)
    const words = ['types.mts', '--noEmit', '--strict', '--module', 'nodenext', '--types', 'node']
    await run(join(packages, '.bin/tsc'), [...words, '--target', 'es2024'])
  })

  it('reports why a server does not start', async () => {
    await writeFile(
      join(project, 'failing.mjs'),
      `import { startAlmanac } from 'almanac'
       for (const options of [{ seed: 'missing.yaml' }, { settings: { port: 80 } }]) {
         await startAlmanac(options).catch(({ message }) => console.log(message.split('\\n')[0]))
       }`,
    )
    const { stdout } = await runNode('failing.mjs')
    expect(stdout.trim().split('\n')).toEqual([
      'Almanac did not start: The seed missing.yaml cannot be read.',
      "Almanac did not start: unknown option '--port=80'",
    ])
  })

  it('leaves no server and no data behind when its process is killed', async () => {
    await mkdir(join(project, 'killed'))
    await writeFile(
      join(project, 'killed.mjs'),
      `import { startAlmanac } from 'almanac'
       const { url } = await startAlmanac()
       process.stdout.write(url, () => process.kill(process.pid, 'SIGKILL'))`,
    )
    const environment = { TMPDIR: join(project, 'killed') }
    const killed = await run(process.execPath, ['killed.mjs'], environment).catch((error) => error)
    expect(killed.signal).toBe('SIGKILL')
    await until(
      () => readdir(join(project, 'killed')),
      (left) => left.length === 0,
    )
    await expect(fetch(killed.stdout)).rejects.toThrow('fetch failed')
  })
})
