import { describe, expect, it } from 'vitest'
import { readSettings } from '#/settings.ts'
import {
  backupFinding,
  certificateFinding,
  clockFinding,
  diskFinding,
  folderFinding,
  jobsFindings,
  replicaFinding,
  settingsFindings,
  variablesFindings,
} from './findings.ts'

const day = 86_400_000
const gibibyte = 1024 ** 3

describe('a doctor finds', () => {
  it.each([
    ['a private folder', folderFinding('/data', 0o40700), 'ok'],
    ['a folder that others can read', folderFinding('/data', 0o40755), 'ok'],
    ['a folder that others can write to', folderFinding('/data', 0o40770), 'problem'],
    ['an empty disk', diskFinding({ freeBytes: 50 * gibibyte, totalBytes: 60 * gibibyte }), 'ok'],
    ['a small disk', diskFinding({ freeBytes: gibibyte, totalBytes: 2 * gibibyte }), 'ok'],
    ['a full disk', diskFinding({ freeBytes: 1000, totalBytes: 60 * gibibyte }), 'problem'],
    ['a large disk', diskFinding({ freeBytes: 20 * gibibyte, totalBytes: 999 * gibibyte }), 'ok'],
    [
      'little space',
      diskFinding({ freeBytes: 4 * gibibyte, totalBytes: 60 * gibibyte }),
      'warning',
    ],
    ['a mistyped variable', variablesFindings(['ALMANAC_PROT'])[0]!, 'warning'],
    ['no backup', backupFinding(undefined), 'warning'],
    ['a backup of today', backupFinding(1000), 'ok'],
    ['an old backup', backupFinding(4 * day), 'warning'],
    ['a replica that is up to date', replicaFinding(0.8), 'ok'],
    ['a replica that is behind', replicaFinding(31), 'problem'],
    ['a server without its replica', replicaFinding(undefined), 'problem'],
    ['an exact clock', clockFinding(-4000), 'ok'],
    ['a wrong clock', clockFinding(-60_000), 'problem'],
    ['a fresh certificate', certificateFinding('a.example.com', 60 * day), 'ok'],
    ['an old certificate', certificateFinding('a.example.com', 13 * day), 'warning'],
    ['an expired certificate', certificateFinding('a.example.com', -1), 'problem'],
  ])('%s: %o', (_, { level, remedy }, expected) => {
    expect(level).toBe(expected)
    expect(remedy === undefined).toBe(expected === 'ok')
  })

  it.each([
    [{ dead: 0, delayMs: 0 }, ['ok', 'ok']],
    [{ dead: 2, delayMs: 10_000 }, ['warning', 'ok']],
    [{ dead: 0, delayMs: 600_000 }, ['ok', 'problem']],
  ])('jobs %o: %j', (jobs, levels) => {
    expect(jobsFindings(jobs).map(({ level }) => level)).toEqual(levels)
  })

  it.each<[Record<string, string>, string[]]>([
    [{}, ['warning: The server is in dev mode.']],
    [{ mode: 'production' }, ['problem: There is no public URL.', 'warning: No mail is sent.']],
    [
      { publicUrl: 'http://cal.example.com', smtpUrl: 'smtp://mail', mailFrom: 'a@example.com' },
      ['problem: The public URL has no TLS.'],
    ],
    [
      {
        publicUrl: 'https://cal.example.com',
        databaseUrl: 'postgres://db.example.com/almanac',
        smtpUrl: 'smtp://mail',
        mailFrom: 'a@example.com',
      },
      [
        'problem: The secret key is stored in the database that it protects.',
        'problem: The connection to PostgreSQL has no verified TLS.',
      ],
    ],
  ])('settings %j: %j', (flags, expected) => {
    const found = settingsFindings(readSettings({ flags })).filter(({ level }) => level !== 'ok')
    expect(found.map(({ level, text }) => `${level}: ${text}`)).toEqual(expected)
  })
})
