import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { withoutSettings } from '../support/almanac-process.ts'
import { freshFolder } from '../support/fresh.ts'
import { read } from '../support/sources.ts'

const root = join(import.meta.dirname, '../..')
const { inputs, runs } = parse(read('action.yml'))

/** Runs the last step of the action as GitHub does. */
function runAction(wanted: Record<string, string>) {
  const given = (name: string): string => wanted[name] ?? inputs[name].default
  const step = runs.steps.at(-1)
  const expand = (text: string) =>
    text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => given(name))
  const environment = Object.entries<string>(step.env).map(([name, text]) => [name, expand(text)])
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', step.run], {
    cwd: join(root, given('working-directory')),
    env: { ...withoutSettings(), ...Object.fromEntries(environment), GITHUB_ACTION_PATH: root },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

it.each([
  [{ run: 'echo "$ALMANAC_URL" | grep -o ^http:' }, 0, 'http:\n'],
  [{ run: 'echo "$HTTPS_PROXY" | grep -o ^http:', intercept: 'true' }, 0, 'http:\n'],
  [{ run: 'false; echo not reached' }, 1, ''],
])('the action runs %j with status %i', (wanted, status, stdout) => {
  expect(runAction(wanted)).toEqual({ status, stdout, stderr: '' })
})

const { error: analyzerError } = spawnSync('systemd-analyze', ['--version'])
const suffix = analyzerError === undefined ? '' : ' (systemd-analyze is not installed)'

it(`the unit is valid for systemd${suffix}`, { skip: analyzerError !== undefined }, async () => {
  await using folder = await freshFolder()
  const path = join(folder.path, 'almanac.service')
  const unit = read('deploy/almanac.service')
  // A program that exists here.
  await writeFile(path, unit.replace(/^ExecStart=\S+ \S+/m, 'ExecStart=/bin/true'))
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', path], {
    encoding: 'utf8',
  })
  expect([status, stdout, stderr]).toEqual([0, '', ''])
})
