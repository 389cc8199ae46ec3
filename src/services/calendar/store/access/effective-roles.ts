import { directorySequence } from '#/auth/directory/directory-sequence.ts'
import { groupsOf } from '#/auth/directory/groups-members.ts'
import type { Caller } from '#/contract/operation.ts'
import { VersionedCache } from '#/kernel/versioned-cache.ts'
import type { Database, Reader, Transaction } from '#/storage/port.ts'
import type { CalendarRow } from '../../calendar/calendar-row.ts'
import { followsFeed } from '../../calendar/new-ids.ts'
import {
  higherOf,
  lowerOf,
  publicRuleId,
  type Role,
  ruleIdsMatching,
} from '../../sharing/access-rule.ts'
import type { AccessRules } from './access-rules.ts'

const rolesCachedMax = 100_000

/**
 * The role of a caller on a calendar: the highest that a matching rule grants. This is the only place
 * that decides it. A role is cached with the change numbers of the access list and the directory,
 * which are compared on each use, so it is never stale.
 */
export class EffectiveRoles {
  readonly #database: Database
  readonly #rules: AccessRules
  readonly #cached = new VersionedCache<Role>({ sizeMax: rolesCachedMax })

  constructor(database: Database, rules: AccessRules) {
    this.#database = database
    this.#rules = rules
  }

  /** Returns no promise if the role is cached. */
  of(calendar: CalendarRow, caller: Caller, tx?: Transaction): Role | Promise<Role> {
    if (isDataOwner(calendar, caller)) return limitedRole(calendar, 'owner')
    if (calendar.groupRules === 0) {
      const cached = this.#cached.get(keyOf(calendar, caller), this.#versionOf(calendar, 0))
      if (cached !== undefined) return cached
    }
    return this.ofAll([calendar], caller, tx).then((roles) => roles.get(calendar.id)!)
  }

  /** The roles on several calendars, by id. */
  async ofAll(
    calendars: readonly CalendarRow[],
    caller: Caller,
    tx?: Transaction,
  ): Promise<Map<string, Role>> {
    const reader = tx ?? this.#database
    const hasGroups = calendars.some(({ groupRules }) => groupRules > 0)
    const directory = hasGroups ? await directorySequence(reader) : 0
    const roles = new Map<string, Role>()
    const unknown: CalendarRow[] = []
    for (const calendar of calendars) {
      const version = this.#versionOf(calendar, directory)
      const role = isDataOwner(calendar, caller)
        ? limitedRole(calendar, 'owner')
        : this.#cached.get(keyOf(calendar, caller), version)
      if (role === undefined) unknown.push(calendar)
      else roles.set(calendar.id, role)
    }
    if (unknown.length === 0) return roles
    const granted = await this.#grantedRole(reader, unknown, await matchingRules(reader, caller))
    for (const calendar of unknown) {
      const role = limitedRole(calendar, granted.get(calendar.id) ?? 'none')
      roles.set(calendar.id, role)
      const version = this.#versionOf(calendar, directory)
      const keep = () => this.#cached.set(keyOf(calendar, caller), version, role)
      // What a transaction has read is valid once it commits.
      if (tx === undefined) keep()
      else tx.afterCommit(keep)
    }
    return roles
  }

  async #grantedRole(
    reader: Reader,
    calendars: readonly CalendarRow[],
    ruleIds: readonly string[],
  ): Promise<Map<string, Role>> {
    const calendarIds = calendars.map(({ id }) => id)
    const highest = new Map<string, Role>()
    for (const { calendarId, role } of await this.#rules.grantedRoles(reader, {
      calendarIds,
      ruleIds,
    })) {
      highest.set(calendarId, higherOf(role, highest.get(calendarId) ?? 'none'))
    }
    return highest
  }

  #versionOf({ key, aclChangeNumber, groupRules }: CalendarRow, directory: number): string {
    const ofDirectory = groupRules === 0 ? '' : directory
    return `${this.#database.incarnation} ${key} ${aclChangeNumber} ${ofDirectory}`
  }
}

const isDataOwner = ({ ownerId }: CalendarRow, caller: Caller): boolean =>
  caller.kind === 'user' && caller.userId === ownerId

/** Only the feed can change the events of a calendar that follows one. */
const limitedRole = (calendar: CalendarRow, role: Role): Role =>
  followsFeed(calendar) ? lowerOf(role, 'reader') : role

// Ids contain no blanks, so keys are unique.
const keyOf = ({ id }: CalendarRow, caller: Caller): string =>
  caller.kind === 'user' ? `${id} ${caller.email}` : id

/** The ids of all rules that apply to the caller. An anonymous caller is the public. */
async function matchingRules(reader: Reader, caller: Caller): Promise<string[]> {
  if (caller.kind !== 'user') return [publicRuleId]
  return matchingRulesOf(reader, caller.email)
}

export const matchingRulesOf = async (reader: Reader, email: string): Promise<string[]> =>
  ruleIdsMatching(email, await groupsOf(reader, email))
