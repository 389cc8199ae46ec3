import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { access, copyFile, mkdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { as, calendars, settings, until } from '../support/calling.ts'
import { freshFolder } from '../support/fresh.ts'
import {
  embeddedEngine,
  runAlmanac,
  runAlmanacProcess,
  spawnAlmanac,
  type TestServer,
  type WireEngine,
  wireEngines,
} from '../support/server.ts'
import { tamper } from '../support/tampering.ts'

const [sqlite] = wireEngines as [WireEngine, ...WireEngine[]]

describe('the program', () => {
  it('continues in the Node that npm has installed if it is started with an older one', async () => {
    const olderNode = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.0.0' })`
    const program = join(import.meta.dirname, '../../bin/almanac.js')
    const options = ['--import', olderNode, program, '--version']
    const { stdout } = await promisify(execFile)(process.execPath, options)
    expect(stdout).toBe(`${manifest.version}\n`)
  })
})

describe('help', () => {
  it('names every group of commands, and is offered for a command that does not exist', async () => {
    const { code, stdout } = await runAlmanacProcess(['--help'])
    expect(code).toBe(0)
    for (const name of ['serve', 'exec', 'user', 'token', 'backup', 'restore', 'check']) {
      expect(stdout).toContain(` ${name} `)
    }
    const unknown = await runAlmanacProcess(['surve'])
    expect([unknown.code, unknown.stdout]).toEqual([1, ''])
    expect(unknown.stderr).toMatch(/unknown command 'surve'[\s\S]*--help/)
  })
})

it('prints its version', async () => {
  const { code, stdout } = await runAlmanacProcess(['--version'])
  expect([code, stdout]).toEqual([0, `${manifest.version}\n`])
})

describe('the output of a command', () => {
  it('may be read only in part', async () => {
    await using place = await sqlite.place()
    await runAlmanac(['user', 'create', 'ann@example.com'], place.environment)
    const running = spawnAlmanac(['user', 'list'], place.environment)
    running.stdout!.destroy()
    let errors = ''
    running.stderr!.on('data', (text) => {
      errors += text
    })
    const [code] = await once(running, 'close')
    expect([code, errors]).toEqual([0, ''])
  })
})

// What is read, written and said is the same on every engine; one shows it.
describe('a command about tokens and keys', () => {
  it('explains why it cannot create or revoke a token or key', async () => {
    await using place = await sqlite.place()
    for (const [words, message] of [
      [['token', 'create', 'nobody@example.com'], /There is no user nobody@example\.com/],
      [['token', 'revoke', 'alm_at_x'], /There is no such token/],
      [['key', 'delete', 'x'], /There is no key with the id x/],
    ] as const) {
      const { code, stderr } = await runAlmanac(words, place.environment)
      expect(code).toBe(1)
      expect(stderr).toMatch(message)
      expect(stderr.trim().split('\n')).toHaveLength(1)
    }
    await runAlmanac(['user', 'create', 'ann@example.com'], place.environment)
    const words = ['token', 'create', 'ann@example.com', '--days=soon']
    const { code, stderr, stdout } = await runAlmanac(words, place.environment)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/--days expects/)
  })
})

for (const engine of wireEngines) {
  const skip = engine.unavailable !== undefined
  describe(`the command line on ${engine.name}`, { skip }, () => {
    it('starts an incarnation where processes share one', async () => {
      await using place = await engine.place()
      const { code, stdout, stderr } = await runAlmanac(
        ['database', 'new-incarnation'],
        place.environment,
      )
      if (engine.name === 'sqlite') {
        expect([code, stdout]).toEqual([1, ''])
        expect(stderr).toMatch(/restart the server\.\n$/)
      } else {
        expect([code, stdout, stderr]).toEqual([0, 'A new incarnation has begun.\n', ''])
      }
    })

    it('removes a user from a running server with everything that is theirs', async () => {
      await using place = await engine.place()
      const server = await place.start()
      const { email, token } = await server.mint()
      const me = as(server.base, token)
      expect((await me.insert({ summary: 'mine' })).status).toBe(200)
      expect((await runAlmanac(['user', 'delete', email], place.environment)).code).toBe(0)
      await until(
        () => me.primary(),
        ({ status }) => status === 401,
      )
      const { token: later } = await server.mint({ email })
      expect((await as(server.base, later).primary()).json.location).toBeUndefined()
    })

    it('finds a calendar whose text was damaged', async () => {
      await using place = await engine.place()
      const server = await place.start()
      const { token } = await server.mint()
      const { json: made } = await as(server.base, token).insert({ summary: 'sound' })
      await server.stop()
      expect(await runAlmanac(['check'], place.environment)).toMatchObject({
        code: 0,
        stdout: 'No problems found.\n',
      })
      for (const damage of [
        `update calendars set wire = '{"kind": "calen' where id = '${made.id}'`,
        `update calendars set wire = '{}' where id = '${made.id}'`,
      ]) {
        await tamper(place, damage)
        const { code, stdout } = await runAlmanac(['check'], place.environment)
        expect([code, stdout]).toEqual([1, expect.stringContaining(made.id)])
      }
      await tamper(place, `delete from calendars where is_primary = 1`)
      const { code, stdout } = await runAlmanac(['check'], place.environment)
      expect([code, stdout]).toEqual([1, expect.stringContaining('has no primary calendar')])
    })

    it('replaces the contents of a non-empty database only with a second confirmation', async () => {
      await using folder = await freshFolder()
      await using place = await engine.place()
      const server = await place.start()
      const state = await fill(server)
      const archive = join(folder.path, 'backup.gz')
      expect((await runAlmanac(['backup', archive], place.environment)).stdout).toBe(
        `Wrote ${archive}.\n`,
      )
      const me = as(server.base, state.token)
      await me.patch(`${calendars}/${state.calendar.id}`, { summary: 'changed since' })
      await server.stop()
      const refused = await runAlmanac(['restore', archive], place.environment)
      expect(refused).toMatchObject({ code: 1, stdout: '' })
      expect(refused.stderr).toMatch(/contains users.*--yes/)
      const again = await place.start()
      const changed = await as(again.base, state.token).get(`${calendars}/${state.calendar.id}`)
      expect(changed.json.summary).toBe('changed since')
      await again.stop()
      expect((await runAlmanac(['restore', archive, '--yes'], place.environment)).code).toBe(0)
      await expectFound(await place.start(), state)
    })

    for (const target of wireEngines) {
      const isSkipped = target.unavailable !== undefined
      it.skipIf(isSkipped)(`moves everything to ${target.name} while it serves`, async () => {
        await using folder = await freshFolder()
        await using place = await engine.place()
        await using elsewhere = await target.place({ isEmpty: true })
        const server = await place.start()
        const state = await fill(server)
        const archive = join(folder.path, 'backup.gz')
        let isDone = false
        const writing = (async () => {
          while (!isDone) {
            await as(server.base, state.token).insert({ summary: 'meanwhile' })
            await pause(10)
          }
        })()
        expect((await runAlmanac(['backup', archive], place.environment)).code).toBe(0)
        isDone = true
        await writing
        const restored = await runAlmanac(['restore', archive], elsewhere.environment)
        expect(restored).toMatchObject({ code: 0, stdout: `Restored ${archive}.\n` })
        expect((await runAlmanac(['check'], elsewhere.environment)).stdout).toBe(
          'No problems found.\n',
        )
        const copy = await elsewhere.start()
        await expectFound(copy, state)
        const changed = await as(copy.base, state.token).patch(
          `${calendars}/${state.calendar.id}`,
          { summary: 'goes on here' },
        )
        expect(changed.status).toBe(200)
        expect(changed.json.etag).not.toBe(state.calendar.etag)
      })
    }

    // The rules below do not depend on the engine.
    if (engine !== embeddedEngine) return

    it('creates, lists and removes users', async () => {
      await using place = await engine.place({ isEmpty: true })
      const almanac = (...words: string[]) => runAlmanac(words, place.environment)
      expect((await almanac('migrate')).stdout).toMatch(/^The \w+ database is up to date\.\n$/)
      expect((await almanac('user', 'create', 'bob@example.com')).code).toBe(0)
      expect((await almanac('user', 'create', 'Ann@Example.com', '--name', 'Ann A')).code).toBe(0)
      const twice = await almanac('user', 'create', 'ann@example.com')
      expect(twice).toMatchObject({ code: 1, stdout: '' })
      expect(twice.stderr).toBe('almanac: The user ann@example.com already exists.\n')
      expect((await almanac('user', 'list')).stdout).toMatch(
        /^ann@example\.com\tAnn A\t\d+\nbob@example\.com\tbob\t\d+\n$/,
      )
      expect((await almanac('user', 'delete', 'ANN@example.com')).code).toBe(0)
      const gone = await almanac('user', 'delete', 'ann@example.com')
      expect(gone).toMatchObject({ code: 1, stdout: '' })
      expect(gone.stderr).toBe('almanac: There is no user ann@example.com.\n')
      expect((await almanac('user', 'list')).stdout).toMatch(/^bob@example\.com\tbob\t\d+\n$/)
      expect((await almanac('check')).stdout).toBe('No problems found.\n')
    })

    it('refuses to restore what is cut off or foreign, and changes nothing', async () => {
      await using folder = await freshFolder()
      await using place = await engine.place()
      const server = await place.start()
      const state = await fill(server)
      const archive = join(folder.path, 'backup.gz')
      await runAlmanac(['backup', archive], place.environment)
      const later = await as(server.base, state.token).insert({ summary: 'later' })
      const { json: list } = await as(server.base, state.token).get(settings)
      await server.stop()
      const cut = join(folder.path, 'cut.gz')
      await copyFile(archive, cut)
      await truncate(cut, (await readFile(archive)).length - 20)
      const foreign = join(folder.path, 'foreign.txt')
      await writeFile(foreign, 'not an archive')
      for (const file of [cut, foreign]) {
        const { code, stdout, stderr } = await runAlmanac(
          ['restore', file, '--yes'],
          place.environment,
        )
        expect([file, code, stdout]).toEqual([file, 1, ''])
        expect(stderr).toMatch(/^almanac: .+\n$/)
      }
      const again = as((await place.start()).base, state.token)
      expect((await again.get(`${calendars}/${later.json.id}`)).json).toEqual(later.json)
      expect((await again.get(`${settings}?syncToken=${list.nextSyncToken}`)).status).toBe(200)
    })
  })
}

describe('a data folder', () => {
  it('is refused to a second server with a message', async () => {
    await using place = await sqlite.place()
    const first = await place.startProcess()
    const refused = await place.start().catch((error: Error) => error.message)
    expect(refused).toMatch(/ended with 1: almanac: The data directory \S+ is in use by another/)
    const { token } = await first.mint()
    expect((await as(first.base, token).primary()).status).toBe(200)
    await first.kill()
    await place.start()
  })

  it('is not restored under a running server', async () => {
    await using folder = await freshFolder()
    await using place = await sqlite.place()
    const server = await place.start()
    const state = await fill(server)
    const archive = join(folder.path, 'backup.gz')
    await runAlmanac(['backup', archive], place.environment)
    const refused = await runAlmanac(['restore', archive, '--yes'], place.environment)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/in use by another Almanac process/)
    await expectFound(server, state)
  })
})

describe('a setting', () => {
  it('with an unacceptable value is named in one line, without what is secret', async () => {
    await using place = await sqlite.place()
    const failure = await place.start({ ALMANAC_DATABASE_URL: 'mysql://u:secret@x' }).then(
      () => 'started',
      (error: Error) => error.message,
    )
    expect(failure).toMatch(/^the server ended with 1: almanac: ALMANAC_DATABASE_URL /)
    expect(failure).not.toContain('secret')
    const lines = failure.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
    expect(lines).toHaveLength(1)
  })

  it('given as a flag wins over the environment, and that over the file', async () => {
    await using folder = await freshFolder()
    const at = (name: string) => join(folder.path, name)
    const file = at('settings.json')
    await writeFile(file, JSON.stringify({ dataDir: at('file') }))
    const isMade = (name: string) =>
      access(join(at(name), 'almanac.sqlite')).then(
        () => true,
        () => false,
      )
    const made = async () => Promise.all(['flag', 'environment', 'file'].map(isMade))
    const environment = { ALMANAC_DATA_DIR: at('environment') }
    await runAlmanac(['migrate', '--settings', file, '--data-dir', at('flag')], environment)
    expect(await made()).toEqual([true, false, false])
    await runAlmanac(['migrate'], { ALMANAC_SETTINGS: file })
    expect(await made()).toEqual([true, false, true])
  })

  it('that does not exist is refused in a file and as a flag', async () => {
    await using folder = await freshFolder()
    const file = join(folder.path, 'settings.json')
    const at = { ALMANAC_DATA_DIR: join(folder.path, 'data') }
    await writeFile(file, '{"prot": 80}')
    const refused = await runAlmanacProcess(['migrate', '--settings', file], at)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toBe(
      'almanac: The settings file contains prot, which is not a setting.\n',
    )
    const { code, stderr } = await runAlmanac(['migrate', '--prot', '80'], at)
    expect(code).toBe(1)
    expect(stderr).toMatch(/unknown option '--prot'/)
  })
})

describe('a start', () => {
  it('on a port in use ends with a message and creates nothing', async () => {
    await using place = await sqlite.place()
    await using other = await sqlite.place({ isEmpty: true })
    const { base } = await place.start()
    const { port } = new URL(base)
    await expect(other.start({ ALMANAC_PORT: port })).rejects.toThrow(
      `ended with 1: almanac: Port ${port} of 127.0.0.1 is in use: stop the program that uses it`,
    )
    await expect(access(other.environment.ALMANAC_DATA_DIR!)).rejects.toThrow('ENOENT')
  })

  it.each([
    [['--data-dir', '/proc/almanac'], 'Cannot create the folder /proc/almanac ('],
    [['--host', '192.0.2.1'], '192.0.2.1 is not an address of this machine: set ALMANAC_HOST'],
  ])('with %j ends with one sentence', async (words, message) => {
    const { code, stderr } = await runAlmanac(['serve', '--port', '0', ...words])
    expect(code).toBe(1)
    expect(stderr).toContain(`almanac: ${message}`)
  })

  it('on a folder that is not writable ends with a message', async () => {
    await using folder = await freshFolder()
    await mkdir(join(folder.path, 'almanac.sqlite'))
    const { code, stderr } = await runAlmanac(['check'], { ALMANAC_DATA_DIR: folder.path })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^almanac: .*open/)
  })
})

interface Filled {
  readonly token: string
  readonly calendar: { readonly id: string; readonly etag: string }
  readonly primary: unknown
  readonly settings: unknown
}

/** A state whose parts come back only when every table and every odd character does. */
async function fill(server: TestServer): Promise<Filled> {
  const { token } = await server.mint()
  const me = as(server.base, token)
  const { json: calendar } = await me.insert({
    summary: 'Zürich 📅 \u2028 "quoted" \\u0041 \\ back',
    description: `line\nbreak\ttab ${'long '.repeat(1500)}`,
    timeZone: 'Europe/Zurich',
    labelProperties: { eventLabels: [{ name: 'läbel', backgroundColor: '#039be5' }] },
  })
  const { json: primary } = await me.patch(`${calendars}/primary`, { location: 'קפה' })
  await me.set('weekStart', '1')
  await me.set('timezone', 'Asia/Tokyo')
  const { json: list } = await me.get(settings)
  return { token, calendar, primary, settings: list.items }
}

async function expectFound({ base }: TestServer, state: Filled): Promise<void> {
  const me = as(base, state.token)
  expect((await me.get(`${calendars}/${state.calendar.id}`)).json).toEqual(state.calendar)
  expect((await me.primary()).json).toEqual(state.primary)
  expect((await me.get(settings)).json.items).toEqual(state.settings)
}
