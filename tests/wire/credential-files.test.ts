import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../support/fresh.ts'
import { embeddedEngine, runAlmanac, type WireEngine, wireEngines } from '../support/server.ts'

const [sqlite] = wireEngines as [WireEngine, ...WireEngine[]]
const email = 'importer@almanac.iam.gserviceaccount.com'
const calendar = 'https://www.googleapis.com/auth/calendar'
const url = 'https://calendar.example.com'

// What is read, written and said is the same on every engine; one shows it.
describe('credential files', () => {
  it('of clients have the layout of their kind and the addresses of the server', async () => {
    await using place = await sqlite.place()
    const make = async (words: string[], environment = {}) => {
      const { stdout } = await runAlmanac(['client', 'create', '--name', 'Planner', ...words], {
        ...place.environment,
        ...environment,
      })
      return JSON.parse(stdout)
    }
    expect(await make([])).toEqual({
      installed: {
        client_id: expect.stringMatching(/^\d+-\w+\.apps\.almanac\.test$/),
        project_id: 'almanac',
        auth_uri: 'http://127.0.0.1:8080/o/oauth2/v2/auth',
        token_uri: 'http://127.0.0.1:8080/token',
        auth_provider_x509_cert_url: 'http://127.0.0.1:8080/oauth2/v3/certs',
        client_secret: expect.stringMatching(/^almsec_/),
        redirect_uris: ['http://localhost', 'http://127.0.0.1', 'http://[::1]'],
      },
    })
    const back = 'https://planner.example.com/back'
    expect(await make(['--redirect-uri', back, '--url', `${url}/`])).toMatchObject({
      web: { token_uri: `${url}/token`, redirect_uris: [back] },
    })
    expect(
      await make(['--type', 'web', '--redirect-uri', 'http://localhost:3000'], {
        ALMANAC_PUBLIC_URL: url,
      }),
    ).toMatchObject({ web: { auth_uri: `${url}/o/oauth2/v2/auth` } })
  })

  it('are for their owner alone, and are not replaced unless that is requested', async () => {
    await using place = await sqlite.place()
    await using folder = await freshFolder()
    const out = join(folder.path, 'importer.json')
    const almanac = (...words: string[]) => runAlmanac(words, place.environment)
    await writeFile(out, 'mine', { mode: 0o644 })
    const refused = await almanac('service-account', 'create', 'importer', '--out', out)
    expect([refused.code, refused.stdout]).toEqual([1, ''])
    expect(refused.stderr).toMatch(/The file .* already exists/)
    expect(await readFile(out, 'utf8')).toBe('mine')
    // What cannot be written down is not made either.
    expect((await almanac('service-account', 'list')).stdout).toBe('')
    const made = await almanac('service-account', 'create', 'importer', '--out', out, '--force')
    expect(made).toMatchObject({ code: 0, stdout: `Wrote ${out}.\n`, stderr: '' })
    expect((await stat(out)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({ client_email: email })
    const failed = await almanac('service-account', 'create', 'importer', '--out', `${out}.2`)
    expect(failed.stderr).toMatch(/already exists/)
    await expect(stat(`${out}.2`)).rejects.toThrow(/ENOENT/)
  })

  it('are rejected when they are invalid, with the reason', async () => {
    await using place = await sqlite.place()
    const cases: [words: string[], message: RegExp][] = [
      [['service-account', 'create', 'Not A Name'], /lower-case letters/],
      [['service-account', 'delete', email], /There is no service account/],
      [['service-account', 'key', 'add', email], /There is no service account/],
      [['service-account', 'delegate', email, '--scope', calendar], /There is no service account/],
      [['service-account', 'create', 'x', '--url', 'ftp://x'], /not the address of a server/],
      [['client', 'create', '--name', 'P', '--type', 'mobile'], /--type expects/],
      [['client', 'create', '--name', 'P', '--type', 'web'], /at least one redirect URI/],
      [['client', 'create', '--name', 'P', '--redirect-uri', 'http://x.test'], /has to use https/],
      [['client', 'create', '--name', ' '], /from 1 to 200 characters/],
      [['client', 'delete', 'x'], /There is no client x/],
    ]
    const outcomes = await Promise.all(cases.map(([words]) => runAlmanac(words, place.environment)))
    for (const [index, { code, stdout, stderr }] of outcomes.entries()) {
      const [words, message] = cases[index]!
      expect([words, code, stdout]).toEqual([words, 1, ''])
      expect(stderr).toMatch(message)
    }
  })
})

describe('credential files', () => {
  it('of service accounts contain all that the libraries read', async () => {
    await using place = await embeddedEngine.place()
    const almanac = (...words: string[]) => runAlmanac(words, place.environment)
    const { stdout } = await almanac('service-account', 'create', 'importer', '--url', url)
    const file = JSON.parse(stdout)
    expect(file).toEqual({
      type: 'service_account',
      project_id: 'almanac',
      private_key_id: expect.stringMatching(/^[0-9a-f]{40}$/),
      private_key: expect.stringMatching(/^-----BEGIN PRIVATE KEY-----\n/),
      client_email: email,
      client_id: expect.stringMatching(/^\d{21}$/),
      auth_uri: `${url}/o/oauth2/v2/auth`,
      token_uri: `${url}/token`,
      auth_provider_x509_cert_url: `${url}/oauth2/v3/certs`,
      client_x509_cert_url: `${url}/oauth2/v3/certs`,
      universe_domain: 'googleapis.com',
    })
    const second = JSON.parse((await almanac('service-account', 'key', 'add', email)).stdout)
    expect(second).toMatchObject({ client_email: email, client_id: file.client_id })
    const keys = async () =>
      (await almanac('service-account', 'key', 'list', email)).stdout.trim().split('\n').sort()
    expect(await keys()).toEqual([file.private_key_id, second.private_key_id].sort())
    await almanac('service-account', 'key', 'remove', email, file.private_key_id)
    expect(await keys()).toEqual([second.private_key_id])
  })

  it('end with what they are for', async () => {
    await using place = await embeddedEngine.place()
    const almanac = (...words: string[]) => runAlmanac(words, place.environment)
    await almanac('service-account', 'create', 'importer')
    const delegate = (...words: string[]) =>
      almanac('service-account', 'delegate', email, '--scope', calendar, ...words)
    expect((await delegate()).stdout).toBe(
      `${email} can act for any user with the scopes: ${calendar}\n`,
    )
    const line = new RegExp(`^${RegExp.escape(email)}\\t\\d{21}\\t${calendar}\\n$`)
    expect((await almanac('service-account', 'list')).stdout).toMatch(line)
    expect((await delegate('--revoke')).stdout).toBe(`${email} cannot act for other users.\n`)
    expect((await almanac('service-account', 'delete', email)).code).toBe(0)
    expect((await almanac('service-account', 'list')).stdout).toBe('')
    const { installed } = JSON.parse((await almanac('client', 'create', '--name', 'P')).stdout)
    expect((await almanac('client', 'list')).stdout).toBe(
      `${installed.client_id}\tP\tinstalled\thttp://localhost http://127.0.0.1 http://[::1]\n`,
    )
    expect((await almanac('client', 'delete', installed.client_id)).code).toBe(0)
    expect((await almanac('client', 'list')).stdout).toBe('')
  })
})
