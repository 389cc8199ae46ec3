import { access, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { until } from '../support/calling.ts'
import { freshFolder } from '../support/fresh.ts'
import { type RunningAlmanac, runAlmanacProcess, startAlmanac } from '../support/server.ts'

const root = join(import.meta.dirname, '../..')
const node = process.execPath
const entry = join(root, 'bin/almanac.js')

/** A folder with a place for temporary files, in which nothing is left when all is well. */
async function workFolder() {
  const folder = await freshFolder()
  return { ...folder, environment: { TMPDIR: folder.path }, left: () => readdir(folder.path) }
}

/** Runs a program in JavaScript with `almanac exec`. */
const execScript = (text: string, environment: Record<string, string>) =>
  runAlmanacProcess(['exec', '--', node, '--input-type=module', '--eval', text], environment)

const printed = ({ output }: RunningAlmanac, text: string) =>
  until(
    async () => output().stdout,
    (stdout) => stdout.includes(text),
  )

// Side by side, because much of their time is waiting for processes.
describe('almanac exec', { concurrent: true }, () => {
  it.each([
    [['sh', '-c', 'exit 7'], 7, ''],
    [['no-such-command'], 127, 'almanac: The command "no-such-command" was not found.\n'],
  ])('runs %j and exits with %i', async (command, status, stderr) => {
    await using folder = await workFolder()
    const outcome = await runAlmanacProcess(['exec', '--', ...command], folder.environment)
    expect(outcome).toEqual({ code: status, stdout: '', stderr })
    expect(await folder.left()).toEqual([])
  })

  it('starts with a seed, whose first user the token belongs to', async () => {
    await using folder = await workFolder()
    await using seeds = await freshFolder()
    const seed = join(seeds.path, 'seed.yaml')
    await writeFile(seed, 'version: 1\nusers: [{ email: ana@example.com }]\n')
    const script = `
      const reply = await fetch(process.env.ALMANAC_URL + '/calendar/v3/calendars/primary', {
        headers: { Authorization: 'Bearer ' + process.env.ALMANAC_TOKEN },
      })
      console.log((await reply.json()).id)`
    const command = [node, '--input-type=module', '--eval', script]
    const words = ['exec', '--seed', seed, '--', ...command]
    const outcome = await runAlmanacProcess(words, folder.environment)
    expect(outcome).toEqual({ code: 0, stdout: 'ana@example.com\n', stderr: '' })
    expect(await folder.left()).toEqual([])
  })

  it('refuses a seed that is invalid, and runs nothing', async () => {
    await using folder = await workFolder()
    await using seeds = await freshFolder()
    const seed = join(seeds.path, 'seed.yaml')
    await writeFile(seed, 'version: 1\nusers: [{ email: nobody }]\n')
    const words = ['exec', '--seed', seed, '--', 'echo', 'ran']
    const { code, stdout, stderr } = await runAlmanacProcess(words, folder.environment)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('users[0]: "nobody" is not an email address')
    expect(await folder.left()).toEqual([])
  })

  it('refuses settings that it chooses itself, and runs nothing', async () => {
    const { code, stdout, stderr } = await runAlmanacProcess([
      'exec',
      '--port',
      '80',
      '--',
      'echo',
      'ran',
    ])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain("unknown option '--port'")
  })

  it('refuses a place for temporary files that does not exist, and runs nothing', async () => {
    const environment = { TMPDIR: '/nonexistent' }
    const { code, stdout, stderr } = await runAlmanacProcess(
      ['exec', '--', 'echo', 'ran'],
      environment,
    )
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^almanac: Cannot create a folder in \/nonexistent: set TMPDIR/)
  })

  it('lets the official client work with only the variables', async () => {
    await using folder = await workFolder()
    await using scripts = await freshFolder()
    await symlink(join(root, 'node_modules'), join(scripts.path, 'node_modules'))
    const script = join(scripts.path, 'client.mjs')
    await writeFile(
      script,
      `
      import * as google from '@googleapis/calendar'
      const auth = new google.auth.GoogleAuth({ scopes: 'https://www.googleapis.com/auth/calendar' })
      const rootUrl = process.env.ALMANAC_URL + '/'
      const calendar = google.calendar({ version: 'v3', auth, rootUrl })
      await calendar.events.quickAdd({ calendarId: 'primary', text: 'Lunch tomorrow noon' })
      const { data } = await calendar.events.list({ calendarId: 'primary' })
      console.log(data.summary, data.items.map(({ summary }) => summary))`,
    )
    const outcome = await runAlmanacProcess(['exec', '--', node, script], folder.environment)
    expect(outcome).toEqual({ code: 0, stdout: "demo@almanac.test [ 'Lunch' ]\n", stderr: '' })
    expect(await folder.left()).toEqual([])
  })

  it('gives the command credentials that outlast a reset, whatever the clock of the seed shows', async () => {
    await using folder = await workFolder()
    await using scripts = await freshFolder()
    await symlink(join(root, 'node_modules'), join(scripts.path, 'node_modules'))
    const [seed, script] = [join(scripts.path, 'seed.yaml'), join(scripts.path, 'client.mjs')]
    await writeFile(seed, 'version: 1\nclock: { now: 2040-02-29T08:00:00Z, frozen: true }\n')
    await writeFile(
      script,
      `
      import * as google from '@googleapis/calendar'
      const { ALMANAC_URL: url, ALMANAC_TOKEN: token } = process.env
      await fetch(url + '/_almanac/reset', { method: 'POST' })
      const path = url + '/calendar/v3/calendars/primary'
      const { status } = await fetch(path, { headers: { Authorization: 'Bearer ' + token } })
      const auth = new google.auth.GoogleAuth({ scopes: 'https://www.googleapis.com/auth/calendar' })
      const calendar = google.calendar({ version: 'v3', auth, rootUrl: url + '/' })
      const { data } = await calendar.calendars.get({ calendarId: 'primary' })
      console.log(status, data.id)`,
    )
    const words = ['exec', '--seed', seed, '--', node, script]
    const outcome = await runAlmanacProcess(words, folder.environment)
    expect(outcome).toEqual({ code: 0, stdout: '200 demo@almanac.test\n', stderr: '' })
  })

  it('leaves its own credentials out of an exported seed', async () => {
    await using folder = await workFolder()
    const script = `
      const response = await fetch(process.env.ALMANAC_URL + '/_almanac/seed')
      console.log(response.status, (await response.text()).includes('Default credentials'))`
    const { stdout } = await execScript(script, folder.environment)
    expect(stdout).toBe('200 false\n')
  })

  it('starts a server each for two concurrent commands', async () => {
    await using folder = await workFolder()
    const script = `
      const { ALMANAC_URL: url, ALMANAC_TOKEN: token } = process.env
      const events = url + '/calendar/v3/calendars/primary/events'
      const headers = { Authorization: 'Bearer ' + token }
      await fetch(events + '/quickAdd?text=Lunch+tomorrow', { method: 'POST', headers })
      const { items } = await (await fetch(events, { headers })).json()
      console.log(url, items.length)`
    const run = () => execScript(script, folder.environment)
    const outcomes = await Promise.all([run(), run()])
    const counts = outcomes.map(({ stdout }) => /^http:\/\/127\.0\.0\.1:\d+ (\d+)\n$/.exec(stdout))
    expect(counts.map((match) => match?.[1])).toEqual(['1', '1'])
    expect(new Set(outcomes.map(({ stdout }) => stdout)).size).toBe(2)
    expect(await folder.left()).toEqual([])
  })

  it('works on no other data, and so do the commands of almanac that the command runs', async () => {
    await using folder = await workFolder()
    await using other = await freshFolder()
    const dataDir = join(other.path, 'data')
    const script = `
      import { execFileSync } from 'node:child_process'
      const words = ['user', 'create', 'ann@example.com']
      execFileSync(process.execPath, [${JSON.stringify(entry)}, ...words])
      const reply = await fetch(process.env.ALMANAC_URL + '/admin/v1/users', {
        headers: { Authorization: 'Bearer ' + process.env.ALMANAC_TOKEN },
      })
      console.log((await reply.json()).items.map(({ email }) => email).sort().join())`
    const outcome = await execScript(script, {
      ...folder.environment,
      ALMANAC_DATA_DIR: dataDir,
      ALMANAC_DATABASE_URL: 'postgres://127.0.0.1:1/none',
      ALMANAC_MODE: 'production',
    })
    expect(outcome).toEqual({ code: 0, stdout: 'ann@example.com,demo@almanac.test\n', stderr: '' })
    await expect(access(dataDir)).rejects.toThrow(/ENOENT/)
  })

  it('writes the log of the server to standard error when a level is given', async () => {
    await using folder = await workFolder()
    const words = ['exec', '--log-level', 'info', '--', 'echo', 'ran']
    const { code, stdout, stderr } = await runAlmanacProcess(words, folder.environment)
    expect([code, stdout]).toEqual([0, 'ran\n'])
    expect(JSON.parse(stderr.split('\n')[0]!)).toHaveProperty('msg')
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'forwards %s once and leaves nothing behind',
    async (signal) => {
      await using folder = await workFolder()
      // A second signal would end it with another status before the first has been answered.
      const script = `
        process.once('${signal}', () => {
          console.log('got ${signal}')
          fetch(process.env.ALMANAC_URL + '/healthz').then(() => process.exit(9))
        })
        setInterval(() => {}, 1000)
        console.log(process.env.ALMANAC_URL)`
      const running = startAlmanac(['exec', '--', node, '--eval', script], folder.environment)
      const url = (await printed(running, '\n')).trim()
      running.process.kill(signal)
      expect(await running.exited).toBe(9)
      expect(running.output()).toEqual({ stdout: `${url}\ngot ${signal}\n`, stderr: '' })
      await expect(fetch(url)).rejects.toThrow('fetch failed')
      expect(await folder.left()).toEqual([])
    },
  )

  it('ends with the command even when that leaves a process with an open request', async () => {
    await using folder = await workFolder()
    const holder = `
      const { connect } = require('node:net')
      const { port } = new URL(process.env.ALMANAC_URL)
      const socket = connect(port, '127.0.0.1', () => {
        socket.write('POST /calendar/v3/calendars HTTP/1.1\\r\\nContent-Length: 10\\r\\n\\r\\n')
        process.send('connected')
      })
      socket.on('error', () => {})
      setInterval(() => {}, 1000)`
    const script = `
      const { spawn } = require('node:child_process')
      const stdio = ['ignore', 'inherit', 'inherit', 'ipc']
      const left = spawn(process.execPath, ['--eval', ${JSON.stringify(holder)}], { stdio })
      left.once('message', () => {
        console.log(left.pid)
        process.exit(0)
      })`
    const running = startAlmanac(['exec', '--', node, '--eval', script], folder.environment)
    const leftPid = Number(await printed(running, '\n'))
    try {
      expect(await running.exited).toBe(0)
      expect(await folder.left()).toEqual([])
    } finally {
      process.kill(leftPid)
    }
  })
})
