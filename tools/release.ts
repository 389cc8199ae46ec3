import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const usage = `node tools/release.ts [--no-pack] <version>

Prepares a release in the working tree of this folder: checks that it is clean, that the version is new and that
CHANGELOG.md has a section with upgrade notes, then writes the version and the date, and builds the package. It
commits and publishes nothing, but prints how to.
`

/** Why a release cannot be prepared. */
class ReleaseError extends Error {}

const versionForm = /^(\d+)\.(\d+)\.(\d+)$/
const unreleasedForm = /^## Unreleased(?: \((\S+)\))?$/m

/** The changelog with its topmost section dated. */
export function datedChangelog(text: string, release: { version: string; date: string }): string {
  const { version, date } = release
  const heading = unreleasedForm.exec(text)
  const [first] = /^## .*$/m.exec(text) ?? []
  if (heading === null || heading[0] !== first) {
    throw new ReleaseError('CHANGELOG.md does not begin with a section "## Unreleased".')
  }
  const [found, planned] = heading
  if (planned !== undefined && planned !== version) {
    throw new ReleaseError(`CHANGELOG.md announces version ${planned}, not ${version}.`)
  }
  const rest = text.slice(heading.index + found.length)
  const section = rest.split(/^## /m)[0] as string
  if (!/^### Upgrade notes\n\n\S/m.test(section)) {
    throw new ReleaseError(
      'The first section of CHANGELOG.md has no "### Upgrade notes": say what operators have to do, or that it is nothing.',
    )
  }
  return text.replace(found, `## ${version} (${date})`)
}

/** Fails unless the version is that of the package, which was never released, or a later one. */
export function requireLater(version: string, { present }: { present: string }): void {
  const [wanted, found] = [version, present].map((text) =>
    versionForm.exec(text)?.slice(1).map(Number),
  )
  if (wanted === undefined) throw new ReleaseError(`"${version}" is no version such as 1.2.3.`)
  const difference = wanted.map((number, index) => number - found![index]!).find((one) => one !== 0)
  if ((difference ?? 0) < 0) {
    throw new ReleaseError(`Version ${version} is earlier than ${present}, the present one.`)
  }
}

/** Replaces the version where files mention it; others keep what they say about earlier versions. */
const versionedFiles: Readonly<
  Record<string, (text: string, version: string, present: string) => string>
> = {
  'package.json': (text, version) => text.replace(/("version": ")[^"]+/, `$1${version}`),
  // The version of the package is mentioned twice, before those of its dependencies.
  'package-lock.json': (text, version, present) =>
    text
      .replace(`"version": "${present}"`, `"version": "${version}"`)
      .replace(`"version": "${present}"`, `"version": "${version}"`),
  'README.md': replacePackageName,
  'docs/guides/npm-package.md': replacePackageName,
}

function replacePackageName(text: string, version: string, present: string): string {
  return text.replaceAll(`almanac-${present}.tgz`, `almanac-${version}.tgz`)
}

function release(root: string, { version, isPacked }: { version: string; isPacked: boolean }) {
  const read = (name: string) => readFileSync(join(root, name), 'utf8')
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' })
  const { version: present } = JSON.parse(read('package.json')) as { version: string }
  requireLater(version, { present })
  if (git('status', '--porcelain').trim() !== '') {
    throw new ReleaseError('The working tree has changes: commit or stash them first.')
  }
  if (git('tag', '--list', `v${version}`).trim() !== '') {
    throw new ReleaseError(`There is a tag v${version} already.`)
  }
  const date = Temporal.Now.plainDateISO('UTC').toString()
  const changelog = datedChangelog(read('CHANGELOG.md'), { version, date })
  writeFileSync(join(root, 'CHANGELOG.md'), changelog)
  for (const [name, replace] of Object.entries(versionedFiles)) {
    writeFileSync(join(root, name), replace(read(name), version, present))
  }
  if (isPacked) execFileSync('npm', ['pack'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const packageName = `almanac-${version}.tgz`
  return [
    `Version ${version} is prepared${isPacked ? `, and ${packageName} is built` : ''}. Next:`,
    '  npm test',
    '  node tools/write-data-fixture.ts    (the next release has to open what this one writes)',
    `  git commit --all --message "chore: release ${version}" && git tag v${version}`,
    `  npm publish ${packageName}`,
    '  git push --follow-tags, and add a section "## Unreleased" to CHANGELOG.md',
  ].join('\n')
}

if (import.meta.main) {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { 'no-pack': { type: 'boolean' } },
    })
    const [version] = positionals
    if (version === undefined) throw new ReleaseError(usage)
    const root = join(import.meta.dirname, '..')
    const next = release(root, { version, isPacked: !values['no-pack'] })
    process.stdout.write(`${next}\n`)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
