import { Command } from 'commander'
import { expect, it } from 'vitest'
import {
  accountName,
  commandName,
  commandNote,
  noteCommand,
  readingCommands,
} from './command-note.ts'
import { commands } from './program.ts'

const program = new Command('almanac')
for (const load of Object.values(commands)) (await load())(program)

const leaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)
const all = new Map(leaves(program).map((command) => [commandName(command), command]))

const noteOf = (name: string, ...args: string[]) => {
  const command = all.get(name)!
  command.processedArgs = args
  noteCommand(command)
  return commandNote()
}

it('every command that only reads is one', () => {
  expect(readingCommands.filter((name) => !all.has(name))).toEqual([])
  for (const name of readingCommands) expect(noteOf(name, 'x')).toBeUndefined()
})

it('a command is noted by its words, with what it is about', () => {
  expect(noteOf('user.create', 'ann@example.com')).toMatchObject({
    action: 'command.user.create',
    actorType: 'command',
    object: 'ann@example.com',
  })
  expect(noteOf('group.add', 'team@example.com', 'ann@example.com')?.object).toBe(
    'team@example.com ann@example.com',
  )
})

it('a token is not noted', () => {
  expect(noteOf('token.revoke', 'alm_at_secret')).toMatchObject({
    action: 'command.token.revoke',
    object: '',
  })
})

it('an account without a name is noted by its number', () => {
  expect(accountName(() => 'almanac')).toBe('almanac')
  const nameless = () => {
    throw new Error('uv_os_get_passwd returned ENOENT')
  }
  expect(accountName(nameless)).toBe(String(process.getuid!()))
})
