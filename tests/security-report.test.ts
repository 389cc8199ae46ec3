import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { auditOutcome, exitCodes } from '../tools/audit-outcome.ts'
import { read } from './support/sources.ts'

const reportOf = (vulnerabilities: object) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities,
    metadata: { dependencies: { prod: 90 } },
  })

describe('an audit', () => {
  it('without findings says how many packages it is about', () => {
    const { exitCode, report } = auditOutcome(reportOf({}))
    expect([exitCode, report]).toEqual([exitCodes.clean, expect.stringContaining('90 packages')])
  })

  it('with findings names each package, its severity and the advisory', () => {
    const advisory = { title: 'Reads too far', url: 'https://example.com/advisory' }
    const { exitCode, report } = auditOutcome(
      reportOf({
        leaky: { name: 'leaky', severity: 'high', range: '<2', via: [advisory] },
        upper: { name: 'upper', severity: 'low', range: '*', via: ['leaky'] },
      }),
    )
    expect(exitCode).toBe(exitCodes.vulnerable)
    expect(report.split('\n')).toEqual([
      'high: leaky <2: Reads too far (https://example.com/advisory)',
      'low: upper *: through leaky',
      '',
    ])
  })

  it.each([
    '{"message":"405 Method Not Allowed"}',
    '{"error":{"code":"ENOTFOUND"}}',
    '',
    'null',
    '[]',
  ])('of a registry that answers %j is told apart from one without findings', (output) => {
    const { exitCode, report } = auditOutcome(output)
    expect([exitCode, report]).toEqual([
      exitCodes.unavailable,
      expect.stringMatching(/^Not audited: /),
    ])
  })
})

describe('the bill of materials', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version: string; integrity?: string; dev?: boolean }>
  }
  const installed = Object.entries(packages).filter(([path]) => path !== '')

  it('names every package of production with its version and hash, and none of development', () => {
    const root = join(import.meta.dirname, '..')
    const text = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8' })
    const { bomFormat, components, dependencies } = JSON.parse(text) as {
      bomFormat: string
      components: { name: string; version: string; hashes?: unknown[] }[]
      dependencies: { dependsOn: string[] }[]
    }
    expect(bomFormat).toBe('CycloneDX')
    const listed = components.map(({ name, version }) => `${name}@${version}`)
    const production = installed
      .filter(([, { dev }]) => dev !== true)
      .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`)
    expect(listed.toSorted()).toEqual(production.toSorted())
    expect(components.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([])
    const named = new Set(dependencies.flatMap(({ dependsOn }) => dependsOn))
    expect([...named].filter((ref) => !listed.includes(ref))).toEqual([])
  })

  it('is of a lock file that pins every package by its hash', () => {
    const loose = installed.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''))
    expect(loose.map(([path]) => path)).toEqual([])
  })
})
