import type { User } from '#/contract/operation.ts'
import { openCore } from '#/core.ts'
import { silentLog } from '#/kernel/log.ts'
import type { Role } from '#/services/calendar/sharing/access-rule.ts'
import { readSettings } from '#/settings.ts'
import type { Transaction } from '#/storage/port.ts'
import type { Place } from '../support/engines.ts'

/** The program's parts on one database, with a clock that stands still, and users who share. */
export async function sharingAt({ url, dataDir }: Place) {
  const core = await openCore(readSettings({ flags: { dataDir, databaseUrl: url } }), silentLog)
  core.clock.set({ mode: 'frozen', atMs: core.clock.nowMs() })
  const { database, directory, calendar } = core
  const { calendars, rules, roles } = calendar
  return {
    ...core,
    async newUser(name: string): Promise<User> {
      const { user } = await directory.create({ email: `${name}@example.com` })
      const { id: userId, email } = user
      return { kind: 'user', userId, email, scopes: new Set(), clientId: 'test' }
    },
    /** Grants a role on the primary calendar of an owner. */
    async grant(tx: Transaction, owner: User, change: { ruleId: string; to: Role }) {
      const locked = (await calendars.lock(tx, owner.email))!
      const key = { calendarId: owner.email, ruleId: change.ruleId }
      const from = (await rules.find(tx, key))?.role ?? 'none'
      await rules.put(tx, locked, { ...change, from, nowMs: core.clock.nowMs() })
    },
    /** The role of a caller as everybody sees it. */
    async roleOf(caller: User, owner: User): Promise<Role> {
      return roles.of((await calendars.find(owner.email))!, caller)
    },
    /** The role of a caller as a transaction sees it. */
    async roleIn(tx: Transaction, caller: User, owner: User): Promise<Role> {
      return roles.of((await calendars.findIn(tx, owner.email))!, caller, tx)
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}
