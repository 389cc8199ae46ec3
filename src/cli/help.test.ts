import { Command } from 'commander'
import { expect, it } from 'vitest'
import { commands } from './program.ts'

/** Every command that does something, with the words that name it. */
async function everyCommand(): Promise<(readonly [string, Command])[]> {
  const program = new Command('almanac')
  for (const load of Object.values(commands)) (await load())(program)
  const named = (command: Command, words: string): (readonly [string, Command])[] =>
    command.commands.length === 0
      ? [[words, command]]
      : command.commands.flatMap((one) => named(one, `${words} ${one.name()}`))
  return named(program, 'almanac')
}

const all = await everyCommand()

it.each(all)('the help of %s explains it and shows an example', (words, command) => {
  let shown = ''
  command.configureOutput({
    writeOut: (text) => {
      shown += text
    },
  })
  command.outputHelp()
  expect(shown).toContain(`Usage: ${words}`)
  expect(command.description()).toMatch(/^[A-Z].*\.$/)
  expect(shown).toMatch(new RegExp(`Examples?:\\n(?: .*\\n)*? +${RegExp.escape(words)}`))
})

it('there are commands for all that is managed without a server', () => {
  const names = all.map(([words]) => words)
  expect(names).toEqual(
    expect.arrayContaining([
      'almanac user create',
      'almanac user password',
      'almanac group members',
      'almanac domain remove',
      'almanac resource delete',
      'almanac client user-file',
      'almanac service-account key remove',
      'almanac service-account delegate',
      'almanac books import',
      'almanac books export',
    ]),
  )
})
