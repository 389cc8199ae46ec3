import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { datedChangelog, requireLater } from '../tools/release.ts'

const root = join(import.meta.dirname, '..')
const release = { version: '0.3.0', date: '2030-01-31' }
const notes = '### Upgrade notes\n\nNothing to do.\n'

describe('a release', () => {
  it.each([
    ['## Unreleased', '## 0.3.0 (2030-01-31)'],
    ['## Unreleased (0.3.0)', '## 0.3.0 (2030-01-31)'],
  ])('dates the section %s', (before, after) => {
    const rest = `\n\n${notes}\n## 0.2.0 (2029-01-01)\n`
    expect(datedChangelog(`# Changelog\n\n${before}${rest}`, release)).toBe(
      `# Changelog\n\n${after}${rest}`,
    )
  })

  it.each([
    ['no section', '# Changelog\n', 'does not begin with a section "## Unreleased"'],
    ['a section below a released one', `## 0.2.0\n\n## Unreleased\n\n${notes}`, 'does not begin'],
    ['another version', `## Unreleased (0.4.0)\n\n${notes}`, 'announces version 0.4.0, not 0.3.0'],
    ['no upgrade notes', `## Unreleased\n\n## 0.2.0\n\n${notes}`, 'no "### Upgrade notes"'],
    ['empty upgrade notes', '## Unreleased\n\n### Upgrade notes\n\n', 'no "### Upgrade notes"'],
  ])('refuses a changelog with %s', (_, text, message) => {
    expect(() => datedChangelog(text, release)).toThrow(message)
  })

  it.each([
    ['0.2.0', true],
    ['0.2.1', true],
    ['0.10.0', true],
    ['1.0.0', true],
    ['0.1.9', false],
    ['0.2', false],
    ['0.3.0-beta', false],
  ])('of version %s after 0.2.0 is possible: %s', (version, isPossible) => {
    const check = () => requireLater(version, { present: '0.2.0' })
    if (isPossible) expect(check).not.toThrow()
    else expect(check).toThrow(version)
  })
})

describe('in a clone, tools/release.ts', () => {
  const clone = mkdtempSync(join(tmpdir(), 'almanac-release-'))
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: clone, encoding: 'utf8', stdio: 'pipe' })
  const files = [
    'CHANGELOG.md',
    'README.md',
    'docs/guides/npm-package.md',
    'package-lock.json',
    'package.json',
    'tools/release.ts',
  ]
  const read = (name: string) => readFileSync(join(clone, name), 'utf8')
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [join(clone, 'tools/release.ts'), '--no-pack', ...words], {
      encoding: 'utf8',
    })
  const commit = () => {
    const author = ['-c', 'user.name=Release', '-c', 'user.email=release@almanac.test']
    git('add', '.')
    git(...author, 'commit', '--quiet', '--allow-empty', '--message', 'state')
  }

  beforeEach(() => {
    rmSync(clone, { recursive: true, force: true })
    for (const name of files) {
      mkdirSync(dirname(join(clone, name)), { recursive: true })
      copyFileSync(join(root, name), join(clone, name))
    }
    writeFileSync(join(clone, 'CHANGELOG.md'), `# Changelog\n\n## Unreleased\n\n${notes}`)
    git('init', '--quiet')
    commit()
  })
  afterAll(() => rmSync(clone, { recursive: true, force: true }))

  it('writes the version and the date, and says what to do', () => {
    const { status, stdout, stderr } = run('9.9.9')
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('git tag v9.9.9')
    expect(JSON.parse(read('package.json')).version).toBe('9.9.9')
    const lock = JSON.parse(read('package-lock.json'))
    expect([lock.version, lock.packages[''].version]).toEqual(['9.9.9', '9.9.9'])
    expect(read('CHANGELOG.md')).toMatch(/^## 9\.9\.9 \(\d{4}-\d\d-\d\d\)$/m)
    expect(read('README.md')).toContain('almanac-9.9.9.tgz')
    const changed = git('diff', '--name-only').trim().split('\n')
    expect(changed).toEqual(files.filter((name) => name !== 'tools/release.ts'))
  })

  it.each<[string, () => void, string[], string]>([
    ['no version', () => {}, [], 'node tools/release.ts'],
    ['an earlier version', () => {}, ['0.0.1'], 'Version 0.0.1 is earlier than'],
    [
      'a changed tree',
      () => writeFileSync(join(clone, 'new'), ''),
      ['9.9.9'],
      'The working tree has changes',
    ],
    ['a version with a tag', () => git('tag', 'v9.9.9'), ['9.9.9'], 'There is a tag v9.9.9'],
  ])('refuses %s and changes nothing', (_, prepare, words, message) => {
    prepare()
    const { status, stderr } = run(...words)
    expect(status).toBe(1)
    expect(stderr).toContain(message)
    expect(git('diff', '--name-only')).toBe('')
  })
})
