import { spawnSync } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { access, chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder, makeDataFolder } from '../support/fresh.ts'
import { runAlmanac, wireEngines } from '../support/server.ts'

const [sqlite] = wireEngines

describe('a command with invalid input', () => {
  it.each([['backup', 'monday.gz'], ['check']])(
    'does not take a folder without a database for an empty one: %s',
    async (...words) => {
      await using folder = await freshFolder()
      const wrong = join(folder.path, 'wrong')
      const file = words[1] === undefined ? [] : [join(folder.path, words[1])]
      const { code, stdout, stderr } = await runAlmanac([words[0]!, ...file], {
        ALMANAC_DATA_DIR: wrong,
      })
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toContain(`There is no database in ${wrong}`)
      await expect(access(wrong)).rejects.toThrow()
      for (const path of file) await expect(access(path)).rejects.toThrow()
    },
  )

  it.each([
    ['{"port": 8080,', 'The settings file $file is not valid JSON.'],
    ['[]', 'The settings file $file does not contain a JSON object.'],
    [
      '{"port":"x"}',
      'port in the settings file is "x", but must be a whole number from 0 to 65535.',
    ],
    [undefined, 'Cannot read the settings file $file (ENOENT).'],
  ])('says what is wrong with the settings file %j', async (text, message) => {
    await using folder = await freshFolder()
    const file = join(folder.path, 'settings.json')
    if (text !== undefined) await writeFile(file, text)
    const { code, stderr } = await runAlmanac(['serve', '--settings', file])
    expect([code, stderr]).toEqual([1, `almanac: ${message.replace('$file', file)}\n`])
  })

  it.each([
    [['serve', '--secret-key', 'short'], 'it must be a text of at least 32 characters.'],
    [['serve', '--seed', '/none.yaml'], 'The seed /none.yaml cannot be read.'],
    [['serve', '--seed', import.meta.filename], 'is invalid: '],
    [['serve', '--tokens-file', '/none.json'], 'Cannot read the tokens file /none.json'],
    [['--mode', 'production', '--seed', '/none.yaml'], 'Seeds are available in dev mode only'],
    [['restore', '/none.gz'], 'There is no backup /none.gz.'],
    [['restore', '--from', 'file:///none'], 'There is no folder /none.'],
  ])('leaves nothing behind: %j', async (words, message) => {
    await using folder = await freshFolder()
    const data = join(folder.path, 'data')
    const { code, stderr } = await runAlmanac([...words, '--data-dir', data])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^almanac: .*\n$/)
    expect(stderr).toContain(message)
    await expect(access(data)).rejects.toThrow('ENOENT')
  })

  it('names a data directory that it cannot write to', async () => {
    const { code, stderr } = await runAlmanac(['serve', '--data-dir', '/proc'])
    expect([code, stderr.split(' (')[0]]).toEqual([
      1,
      'almanac: Cannot write to the data directory /proc: let this user own it, or choose another one with ALMANAC_DATA_DIR.',
    ])
  })

  it.each([
    [['backup', '/none/monday.gz'], 'Cannot write /none/monday.gz.'],
    [['backup', '$folder'], 'is not a regular file: choose another name.'],
    [['books', 'export', '$folder'], 'EISDIR'],
  ])('names a file that it cannot write: %j', async (words, message) => {
    await using folder = await freshFolder()
    const data = join(folder.path, 'data')
    await makeDataFolder(data)
    const named = words.map((word) => word.replace('$folder', folder.path))
    const { code, stdout, stderr } = await runAlmanac([...named, '--data-dir', data])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^almanac: .*\n$/)
    expect(stderr).toContain(message)
    expect(await readdir(folder.path)).toEqual(['data'])
  })

  it.skipIf(!existsSync('/dev/full'))('says that its output cannot be written', () => {
    const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'] as const
    const entry = join(import.meta.dirname, '../../bin/almanac.js')
    const words = [entry, 'books', 'formats']
    const { status, stderr } = spawnSync(process.execPath, words, { stdio: [...stdio] })
    expect(String(stderr)).toMatch(/^almanac: Cannot write to standard output\. \(ENOSPC.*\n$/)
    expect(status).toBe(1)
  })

  it('names a recording that cannot be read', async () => {
    const { code, stderr } = await runAlmanac(['replay', '/none.har'])
    expect([code, stderr.split(' (')[0]]).toEqual([1, 'almanac: Cannot read /none.har.'])
  })

  it('says once that no PostgreSQL server answers', async () => {
    const url = 'postgres://localhost:1/almanac'
    const { code, stderr } = await runAlmanac(['check'], { ALMANAC_DATABASE_URL: url })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^almanac: Cannot connect to PostgreSQL at .* is correct\.\n$/)
  })

  it('makes no token for a scope that does not exist', async () => {
    await using place = await sqlite!.place()
    const email = 'ann@example.com'
    expect((await runAlmanac(['user', 'create', email], place.environment)).code).toBe(0)
    const words = ['token', 'create', email, '--scope', 'bogus']
    const { code, stdout, stderr } = await runAlmanac(words, place.environment)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('bogus is not a scope of this server.')
  })
})

describe('a server', () => {
  it('is called by its public address without a slash at the end', async () => {
    await using place = await sqlite!.place()
    const { base } = await place.start({ ALMANAC_PUBLIC_URL: 'https://cal.example.com/' })
    const reply = await fetch(`${base}/.well-known/openid-configuration`)
    expect(await reply.json()).toMatchObject({ issuer: 'https://cal.example.com' })
  })

  it('keeps its data to itself, also in a folder that others can read', async () => {
    await using place = await sqlite!.place({ isEmpty: true })
    const folder = place.environment.ALMANAC_DATA_DIR!
    await mkdir(folder)
    await chmod(folder, 0o755)
    await place.start()
    for (const name of [
      'almanac.sqlite',
      'almanac.sqlite-wal',
      'almanac.sqlite-shm',
      'secret-key',
    ]) {
      expect([name, (await stat(join(folder, name))).mode & 0o777]).toEqual([name, 0o600])
    }
  })
})
