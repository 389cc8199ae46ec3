import { describe, expect, it } from 'vitest'
import {
  embeddedEngine,
  runAlmanac,
  type ServerPlace,
  type WireEngine,
  wireEngines,
} from '../support/server.ts'
import { admin, administrator } from './admin-fixture.ts'

const [sqlite] = wireEngines as [WireEngine, ...WireEngine[]]
/** Runs a command that reads what is given from standard input. */
const pipeTo = (place: ServerPlace, input: string, ...words: string[]) =>
  runAlmanac(words, place.environment, { input })

// What is read, written and said is the same on every engine; one shows it.
describe('a command about users, groups and domains', () => {
  it('sets a password from its input, and refuses a bad one without repeating it', async () => {
    await using place = await sqlite.place()
    await runAlmanac(['user', 'create', 'ann@example.com'], place.environment)
    const words = ['user', 'password', 'ann@example.com']
    for (const [input, message] of [
      ['', /at least 10/],
      ['tooshort\n', /at least 10/],
      ['password123\n', /too easy to guess/],
    ] as const) {
      const refused = await pipeTo(place, input, ...words)
      expect([refused.code, refused.stdout]).toEqual([1, ''])
      expect(refused.stderr).toMatch(message)
      expect(refused.stderr).not.toContain(input.trim() || 'nothing')
    }
    const set = await pipeTo(place, 'a fine long password\r\nmore', ...words)
    expect(set).toMatchObject({ code: 0, stdout: 'Set the password of ann@example.com.\n' })
  })

  it('reports a missing user, group, member or domain', async () => {
    await using place = await sqlite.place()
    await runAlmanac(['group', 'create', 'team@example.com'], place.environment)
    const refused = [
      ['user password x@example.com', 'There is no user x@example.com.'],
      ['user disable x@example.com', 'There is no user x@example.com.'],
      ['user enable x@example.com', 'There is no user x@example.com.'],
      ['user role x@example.com owner', 'There is no user x@example.com.'],
      [
        'user role x@example.com king',
        'king is not a role: use owner, userAdministrator, auditor or adsAdministrator.',
      ],
      ['group delete x@example.com', 'There is no group x@example.com.'],
      ['group add x@example.com a@example.com', 'There is no group x@example.com.'],
      ['group members x@example.com', 'There is no group x@example.com.'],
      [
        'group remove team@example.com a@example.com',
        'a@example.com is not a member of team@example.com.',
      ],
      [
        'group add team@example.com a@example.com --role king',
        'A role is one of member, manager, owner.',
      ],
      ['domain remove example.com', 'There is no domain example.com.'],
      ['domain add nodots', '"nodots" is not the name of a domain.'],
    ] as const
    const told = await Promise.all(
      refused.map(([words]) => runAlmanac(words.split(' '), place.environment)),
    )
    for (const [index, [words, message]] of refused.entries()) {
      const { code, stdout, stderr } = told[index]!
      expect([words, code, stdout, stderr]).toEqual([words, 1, '', `almanac: ${message}\n`])
    }
  })
})

describe('the command line of identity', () => {
  it('makes an administrator with a password, and shows so', async () => {
    await using place = await embeddedEngine.place()
    const made = await pipeTo(
      place,
      'a fine long password\n',
      ...['user', 'create', 'boss@example.com', '--role', 'owner', '--password-stdin'],
    )
    expect(made).toMatchObject({ code: 0, stderr: '' })
    const almanac = (...words: string[]) => runAlmanac(words, place.environment)
    await almanac('user', 'create', 'ann@example.com')
    await almanac('user', 'disable', 'ann@example.com')
    expect((await almanac('user', 'list')).stdout).toMatch(
      /^ann@example\.com\tann\t\d+\tdisabled\nboss@example\.com\tboss\t\d+\towner password\n$/,
    )
    const last =
      'almanac: This is the last owner of the server: make another user an owner first.\n'
    for (const words of ['role boss@example.com none', 'disable boss@example.com']) {
      const refused = await almanac('user', ...words.split(' '))
      expect([words, refused.code, refused.stderr]).toEqual([words, 1, last])
    }
    expect((await almanac('user', 'delete', 'boss@example.com')).stderr).toBe(last)
    await almanac('user', 'create', 'chief@example.com', '--role', 'owner')
    expect((await almanac('user', 'role', 'boss@example.com', 'none')).stdout).toBe(
      'boss@example.com no longer has a role.\n',
    )
    expect((await almanac('user', 'role', 'boss@example.com', 'auditor')).stdout).toBe(
      'boss@example.com is now auditor.\n',
    )
    expect((await almanac('user', 'enable', 'ann@example.com')).code).toBe(0)
    expect((await almanac('user', 'list')).stdout).toMatch(
      /^ann@example\.com\tann\t\d+\nboss@example\.com\tboss\t\d+\tauditor password\nchief@example\.com\tchief\t\d+\towner\n$/,
    )
  })

  it('manages groups and domains, which the administration then shows', async () => {
    await using place = await embeddedEngine.place()
    const almanac = async (words: string) => {
      const { code, stdout, stderr } = await runAlmanac(words.split(' '), place.environment)
      expect([words, code, stderr]).toEqual([words, 0, ''])
      return stdout
    }
    await almanac('group create team@example.com --name Team')
    await almanac('group create all@example.com')
    await almanac('group add team@example.com ann@example.com --role owner')
    await almanac('group add all@example.com team@example.com')
    await almanac('group add all@example.com bob@example.com')
    expect(await almanac('group list')).toMatch(
      /^all@example\.com\tall\t\w+\nteam@example\.com\tTeam\t\w+\n$/,
    )
    expect(await almanac('group members all@example.com')).toBe(
      'bob@example.com\tmember\nteam@example.com\tmember\n',
    )
    expect(await almanac('group members all@example.com --nested')).toBe(
      'ann@example.com\nbob@example.com\n',
    )
    await almanac('group remove all@example.com bob@example.com')
    await almanac('domain add example.com')
    expect(await almanac('domain list')).toBe('example.com\n')
    const server = await place.start()
    const boss = await administrator(place, server)
    const { json } = await boss.get(`${admin}/groups/all@example.com/members`)
    expect(json.items).toMatchObject([{ email: 'team@example.com', role: 'member' }])
    await almanac('group delete team@example.com')
    expect((await boss.get(`${admin}/groups/team@example.com`)).status).toBe(404)
    await almanac('domain remove example.com')
    expect((await boss.get(`${admin}/domains`)).json.items).toEqual([])
    expect(await almanac('check')).toBe('No problems found.\n')
  })
})
