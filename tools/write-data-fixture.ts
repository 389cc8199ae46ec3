import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readState, releaseSettings } from '../tests/support/release-state.ts'

/**
 * Writes what the present version stores into `tests/fixtures/releases/<version>`: a data directory, a backup, and what
 * the server answers about it. Later versions have to open it; `tests/wire/releases.test.ts` shows that they do.
 */
const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
}
const target = join(root, 'tests/fixtures/releases', version)
const folder = mkdtempSync(join(tmpdir(), 'almanac-release-'))
const dataDir = join(folder, 'data')
const program = join(root, 'bin/almanac.js')
const environment = { ...process.env, ...releaseSettings, ALMANAC_DATA_DIR: dataDir }

try {
  const server = spawn(process.execPath, [program, 'serve'], {
    env: { ...environment, ALMANAC_SEED: join(root, 'tests/fixtures/seeds/everything.yaml') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const state = await readState(await addressOf(server))
  server.kill()
  await once(server, 'close')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  execFileSync(process.execPath, [program, 'backup', join(target, 'backup.gz')], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const database = readFileSync(join(dataDir, 'almanac.sqlite'))
  writeFileSync(join(target, 'almanac.sqlite.gz'), gzipSync(database, { level: 9 }))
  writeFileSync(join(target, 'state.json.gz'), gzipSync(JSON.stringify(state), { level: 9 }))
  process.stdout.write(`Wrote ${target}.\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of stdout!) {
    text += chunk
    const [, address] = /listening on (\S+)/.exec(text) ?? []
    if (address !== undefined) return address
  }
  throw new Error('The server did not start.')
}
