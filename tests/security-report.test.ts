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

it('the lock file pins every package by its hash', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { integrity?: string }>
  }
  const loose = Object.entries(packages)
    .filter(([path]) => path !== '')
    .filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''))
  expect(loose.map(([path]) => path)).toEqual([])
})
