import type { Dialect } from './dialect.ts'
import { foundation } from './migrations/0001-foundation.ts'
import { identity } from './migrations/0002-identity.ts'
import { sharing } from './migrations/0003-sharing.ts'
import { events } from './migrations/0004-events.ts'
import { mail } from './migrations/0005-mail.ts'
import { copies } from './migrations/0007-copies.ts'
import { reminders } from './migrations/0008-reminders.ts'
import { rooms } from './migrations/0013-rooms.ts'

/** One numbered step of the schema. Steps only go forward, each in a transaction of its own. */
export interface Migration {
  readonly number: number
  readonly name: string
  readonly statements: (dialect: Dialect) => readonly string[]
}

export const migrations: readonly Migration[] = [
  foundation,
  identity,
  sharing,
  events,
  mail,
  copies,
  reminders,
  rooms,
]
