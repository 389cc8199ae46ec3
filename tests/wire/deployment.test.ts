import { spawnSync } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
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

describe('the example for Kubernetes', () => {
  const documents = parseAllDocuments(read('deploy/kubernetes.yaml')).map(
    (document) => document.toJS() as { kind: string; apiVersion: string; spec?: object },
  )

  /** What the type checker finds wrong with the objects, by the types of the API. */
  async function problemsOf(objects: typeof documents): Promise<string> {
    await using folder = await freshFolder()
    await symlink(join(root, 'node_modules'), join(folder.path, 'node_modules'))
    const lines = objects.map((object, index) => {
      const module = `kubernetes-types/${object.apiVersion.replace(/^v1$/, 'core/v1')}.js`
      return `export const o${index}: import('${module}').${object.kind} = ${JSON.stringify(object)}`
    })
    const path = join(folder.path, 'objects.ts')
    await writeFile(path, lines.join('\n'))
    const words = ['--noEmit', '--strict', '--ignoreConfig', '--types', '', '--module', 'preserve']
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), [...words, path], {
      cwd: folder.path,
      encoding: 'utf8',
    })
    return stdout
  }

  it('has only fields that exist, with values of their types', async () => {
    expect(await problemsOf(documents)).toBe('')
  })

  it.each([
    ['an unknown field', { replica: 2 }, 'does not exist in type'],
    ['a value of another type', { replicas: '2' }, "'string' is not assignable to type 'number'"],
  ])('is not checked in vain: %s is found', async (_, change, message) => {
    const deployment = documents.find(({ kind }) => kind === 'Deployment')!
    const changed = { ...deployment, spec: { ...deployment.spec, ...change } }
    expect(await problemsOf([changed])).toContain(message)
  })
})
