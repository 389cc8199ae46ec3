import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { read } from '../support/sources.ts'

it('the bill of materials names every package of production with its version and hash, and no other', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version: string; dev?: boolean }>
  }
  const production = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`)
  const root = join(import.meta.dirname, '../..')
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8' })
  const { bomFormat, components, dependencies } = JSON.parse(text) as {
    bomFormat: string
    components: { name: string; version: string; hashes?: unknown[] }[]
    dependencies: { dependsOn: string[] }[]
  }
  expect(bomFormat).toBe('CycloneDX')
  const listed = components.map(({ name, version }) => `${name}@${version}`)
  expect(listed.toSorted()).toEqual(production.toSorted())
  expect(components.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([])
  const named = new Set(dependencies.flatMap(({ dependsOn }) => dependsOn))
  expect([...named].filter((ref) => !listed.includes(ref))).toEqual([])
})
