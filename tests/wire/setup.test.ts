import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../support/fresh.ts'
import { embeddedEngine, runAlmanac } from '../support/server.ts'

const url = 'https://calendar.example.com'
const words = (folder: string, further: Record<string, string | undefined> = {}) => [
  'setup',
  ...Object.entries({
    'public-url': url,
    admin: 'You@Example.com',
    folder: join(folder, 'config'),
    'data-dir': join(folder, 'data'),
    ...further,
  }).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value])),
]

describe('almanac setup', () => {
  it('writes settings, and secrets that only their owner can read, and creates the owner', async () => {
    await using folder = await freshFolder()
    const mail = { 'smtp-url': 'smtp://user:pa$s@mail.example.com', 'mail-from': 'a@example.com' }
    const { code, stdout, stderr } = await runAlmanac(words(folder.path, mail))
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`Set the password of you@example.com: ${url}/signin/password/`)
    const [, start] = /Start the server: (.*)/.exec(stdout)!
    expect(execFileSync('sh', ['-c', `${start} --help`], { encoding: 'utf8' })).toContain('--port')
    const config = join(folder.path, 'config')
    expect((await readdir(config)).sort()).toEqual(['secrets.env', 'settings.json'])
    expect(JSON.parse(await readFile(join(config, 'settings.json'), 'utf8'))).toEqual({
      mode: 'production',
      publicUrl: url,
      dataDir: join(folder.path, 'data'),
      mailFrom: 'a@example.com',
    })
    const secrets = await readFile(join(config, 'secrets.env'), 'utf8')
    expect(secrets).toContain('ALMANAC_SMTP_URL="smtp://user:pa\\$s@mail.example.com"\n')
    expect(secrets).toMatch(/^ALMANAC_SECRET_KEY="[\w-]{48}"$/m)
    const modes = [config, join(config, 'settings.json'), join(config, 'secrets.env')].map(
      async (path) => (await stat(path)).mode & 0o777,
    )
    expect(await Promise.all(modes)).toEqual([0o755, 0o644, 0o600])
    const settings = { ALMANAC_SETTINGS: join(config, 'settings.json') }
    const users = await runAlmanac(['user', 'list'], settings)
    expect(users.stdout).toMatch(/^you@example\.com\t.*owner/)
    const audit = await runAlmanac(['audit', 'export'], settings)
    expect(audit.stdout).toContain('"command.setup"')

    const again = await runAlmanac(words(folder.path))
    expect(again.stderr).toContain('settings.json already exists: use --force')
    expect(await readFile(join(config, 'secrets.env'), 'utf8')).toBe(secrets)
    const forced = await runAlmanac([...words(folder.path), '--force'])
    expect(forced.stdout).toContain('Sign in as you@example.com, who existed already.')
    const secretKey = /^ALMANAC_SECRET_KEY=.*$/m.exec(secrets)![0]
    expect(await readFile(join(config, 'secrets.env'), 'utf8')).toBe(`${secretKey}\n`)
  })

  it('takes over the secret of a server that ran before', async () => {
    await using folder = await freshFolder()
    const secret = 'a secret that a server has generated'
    await mkdir(join(folder.path, 'data'))
    await writeFile(join(folder.path, 'data/secret-key'), `${secret}\n`)
    expect((await runAlmanac(words(folder.path))).code).toBe(0)
    const secrets = await readFile(join(folder.path, 'config/secrets.env'), 'utf8')
    expect(secrets).toBe(`ALMANAC_SECRET_KEY="${secret}"\n`)
  })

  it('leaves all files as they are if one of them cannot be replaced', async () => {
    await using folder = await freshFolder()
    const config = join(folder.path, 'config')
    await mkdir(join(config, 'secrets.env'), { recursive: true })
    await writeFile(join(config, 'settings.json'), 'older')
    const { code, stderr } = await runAlmanac([
      ...words(folder.path, { 'secret-key': 'a secret of at least 32 characters' }),
      '--force',
    ])
    expect(code).toBe(1)
    expect(stderr).toContain(`Cannot write to ${config}.`)
    expect(await readFile(join(config, 'settings.json'), 'utf8')).toBe('older')
    expect((await readdir(config)).sort()).toEqual(['secrets.env', 'settings.json'])
  })

  it.each([
    [{ admin: 'nobody' }, '"nobody" is not an email address.'],
    [{ 'public-url': 'nowhere' }, '--public-url is "nowhere", but must be a URL'],
    [{ 'public-url': undefined }, '--public-url is needed'],
    [{ admin: undefined }, '--admin is needed'],
    [{ port: '99999' }, '--port is "99999"'],
    [{ folder: '/dev/null/config' }, 'Cannot create the folder /dev/null/config (EEXIST)'],
  ])('refuses %o with one sentence and creates no data', async (wrong, message) => {
    await using folder = await freshFolder()
    const { code, stdout, stderr } = await runAlmanac(words(folder.path, wrong))
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(message)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(await readdir(folder.path)).not.toContain('data')
  })
})

describe('almanac doctor', () => {
  it('is content with a running server, and notes its backups', async () => {
    await using place = await embeddedEngine.place()
    const server = await place.start()
    const settings = { ...place.environment, ALMANAC_PORT: new URL(server.base).port }
    const first = await runAlmanac(['doctor'], settings)
    expect(first.code).toBe(0)
    expect(first.stdout).toContain(`ok: The server at ${server.base} is ready.`)
    expect(first.stdout).toContain('WARNING: No backup was made')
    await using folder = await freshFolder()
    await runAlmanac(['backup', join(folder.path, 'backup.gz')], settings)
    const second = await runAlmanac(['doctor'], settings)
    expect(second.stdout).toContain('ok: A backup was made today.')
  })

  it('names what is wrong, and a remedy for it', async () => {
    await using folder = await freshFolder()
    const { code, stdout, stderr } = await runAlmanac(['doctor'], {
      ALMANAC_DATA_DIR: join(folder.path, 'none'),
      ALMANAC_PUBLIC_URL: 'https://127.0.0.1:1',
      ALMANAC_SMTP_URL: 'smtp://127.0.0.1:1',
      ALMANAC_MAIL_FROM: 'a@example.com',
      ALMANAC_PORT: '1',
    })
    expect([code, stderr]).toEqual([1, ''])
    const problems = stdout.split('\n').filter((line) => line.startsWith('PROBLEM'))
    expect(problems).toEqual([
      expect.stringContaining('The database cannot be used: There is no database in'),
      expect.stringContaining('No server answers at http://127.0.0.1:1'),
      expect.stringContaining('https://127.0.0.1:1 cannot be reached'),
      expect.stringContaining('The mail server 127.0.0.1:1 cannot be used'),
    ])
    expect(stdout).toContain('\nProblems: 4. Warnings: 0.\n')
    expect(await readdir(folder.path)).toEqual([])
  })
})
