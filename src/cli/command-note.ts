import { userInfo } from 'node:os'
import type { Command } from 'commander'

/** Commands that only read data. All other commands are recorded in the audit log. */
export const readingCommands: readonly string[] = [
  'ads.grants',
  'audit.export',
  'books.formats',
  'check',
  'client.list',
  'doctor',
  'domain.list',
  'eval.run',
  'group.list',
  'group.members',
  'identity-provider.list',
  'jobs.dead',
  'key.list',
  'resource.list',
  'service-account.list',
  'service-account.key.list',
  'user.list',
]

/** Commands whose first argument is a secret. */
const secretArguments: readonly string[] = ['token.revoke']

interface CommandNote {
  readonly action: string
  readonly actorType: 'command'
  readonly actor: string
  readonly object: string
}

let present: CommandNote | undefined

/** Records which command is being run, for the audit log. */
export function noteCommand(command: Command): void {
  const name = commandName(command)
  const words = secretArguments.includes(name) ? [] : command.processedArgs.flat()
  present = readingCommands.includes(name)
    ? undefined
    : {
        action: `command.${name}`,
        actorType: 'command',
        actor: accountName(),
        object: words.filter((word) => typeof word === 'string').join(' '),
      }
}

/** The account that runs this process; its number if it has no name, as in many containers. */
export function accountName(readName = () => userInfo().username): string {
  try {
    return readName()
  } catch {
    return String(process.getuid?.())
  }
}

export const commandNote = (): CommandNote | undefined => present

/** The words that name a command: `user.create`. */
export function commandName(command: Command): string {
  const words: string[] = []
  for (let one: Command | null = command; one?.parent; one = one.parent) words.unshift(one.name())
  return words.join('.')
}
