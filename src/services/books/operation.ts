import { type Call, operationsOf, type User } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import { unregisteredCaller } from '#/kernel/errors.ts'
import type { Database } from '#/storage/port.ts'
import { countryOf } from './country.ts'
import type { Covers } from './presentation.ts'
import type { Volumes } from './store/volumes.ts'

/** What the books service stands on. */
export interface BooksParts {
  readonly database: Database
  readonly volumes: Volumes
  readonly clock: Clock
  /** The country that an answer is for when the caller names none. */
  readonly country: string
  /** Public data are only for callers who say who they are. */
  readonly isKeyRequired: boolean
  readonly covers: Covers
}

/** What the handlers of this service are given. */
export interface BooksGiven extends Pick<BooksParts, 'database' | 'volumes' | 'clock' | 'covers'> {
  /** The user who calls; only operations that need a token may rely on it. */
  readonly caller: User
  /** The same where a token is not needed. */
  readonly user: User | undefined
  /** The address that the caller used for this server. */
  readonly origin: () => string
  /** The country that an answer is for: the one that is named, if it is one. */
  readonly countryFor: (named: string | undefined) => string
}

export const operation = operationsOf<undefined, BooksGiven>()

/** Completes a call with what the handlers use. */
export function booksGiven(parts: BooksParts) {
  const { database, volumes, clock, covers, country, isKeyRequired } = parts
  const countryFor = (named: string | undefined) => countryOf(named) ?? country
  return (call: Call): BooksGiven & Call => {
    if (isKeyRequired && call.caller.kind === 'anonymous') throw unregisteredCaller()
    return {
      ...call,
      caller: call.caller as User,
      user: call.caller.kind === 'user' ? call.caller : undefined,
      database,
      volumes,
      clock,
      covers,
      countryFor,
    }
  }
}
