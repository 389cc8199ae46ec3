import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, limit, rowOf, sql, updateAll } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import type { CalendarRow } from '../../calendar/calendar-row.ts'
import type { Role } from '../../sharing/access-rule.ts'
import { bucketOf, withCalendarId, withCalendarIds } from '../buckets.ts'
import type { Calendars } from '../calendars.ts'
import { calendarAcl, calendars } from '../tables.ts'

/** A stored rule. A removed one stays for a while with the role `none`. */
export interface RuleRow {
  readonly ruleId: string
  readonly role: Role
  readonly changeNumber: number
}

interface RulePage {
  readonly calendarId: string
  readonly after: string
  readonly since: number
  readonly withRemoved: 0 | 1
  readonly limit: number
}

/** The access rules of calendars. */
export class AccessRules {
  readonly #calendars: Calendars

  constructor(calendars: Calendars) {
    this.#calendars = calendars
  }

  find(reader: Reader, key: { calendarId: string; ruleId: string }): Promise<RuleRow | undefined> {
    return reader.first(find, key)
  }

  /** Rules by id. */
  page(reader: Reader, page: RulePage): Promise<RuleRow[]> {
    return reader.all(listPage, page)
  }

  async count(reader: Reader, calendarId: string): Promise<number> {
    return (await reader.first(count, { calendarId }))!.rules
  }

  /**
   * Adds the first rules of a new calendar: for its owner and, unless it is the owner's primary one,
   * for itself.
   */
  async begin(
    tx: Transaction,
    { id: calendarId, aclChangeNumber: last, createdAtMs: changedAt }: CalendarRow,
    [first, secondId]: readonly string[],
  ): Promise<void> {
    const rule = { calendarId, ruleId: first!, role: 'owner' as const, changedAt }
    if (secondId === undefined) await tx.run(put, { ...rule, changeNumber: last })
    else
      await tx.run(addTwo, { ...rule, changeNumber: last - 1, secondId, secondChangeNumber: last })
  }

  /**
   * Grants or removes a role on a calendar that is locked and unchanged since; returns both after the
   * change.
   */
  async put(
    tx: Transaction,
    calendar: CalendarRow,
    change: { ruleId: string; from: Role; to: Role; nowMs: number },
  ): Promise<{ readonly rule: RuleRow; readonly calendar: CalendarRow }> {
    const { ruleId, from, to, nowMs } = change
    const isOfGroup = ruleId.startsWith('group:')
    const gained = isOfGroup ? Number(to !== 'none') - Number(from !== 'none') : 0
    const after = await this.#calendars.advanceAccess(tx, calendar, calendar.groupRules + gained)
    const rule = { ruleId, role: to, changeNumber: after.aclChangeNumber }
    await tx.run(put, { calendarId: calendar.id, ...rule, changedAt: nowMs })
    return { rule, calendar: after }
  }

  /**
   * Locks the calendars that the rule grants access to and those of an owner, always in the same
   * order to avoid deadlocks.
   */
  async lockGranting(tx: Transaction, ruleId: string, ownerId = ''): Promise<void> {
    const granting = await tx.all(listGranting, { ruleId })
    const owned = await tx.all(listOwned, { ownerId })
    const ids = [...granting, ...owned].map(({ calendarId }) => calendarId)
    for (const id of [...new Set(ids)].sort()) await this.#calendars.lock(tx, id)
  }

  /** Removes all grants to an address that is deleted, so that a later owner of it inherits nothing. */
  async withdraw(tx: Transaction, ruleId: string, nowMs: number): Promise<void> {
    for (const { calendarId } of await tx.all(listGranting, { ruleId })) {
      const calendar = await this.#calendars.lock(tx, calendarId)
      const rule = await this.find(tx, { calendarId, ruleId })
      if (calendar === undefined || rule === undefined) continue
      await this.put(tx, calendar, { ruleId, from: rule.role, to: 'none', nowMs })
    }
  }

  /** What the rules grant on each of the calendars. */
  grantedRoles(
    reader: Reader,
    { calendarIds, ruleIds }: { calendarIds: readonly string[]; ruleIds: readonly string[] },
  ): Promise<{ calendarId: string; role: Role }[]> {
    return reader.all(grantedRoles, {
      calendarIds: JSON.stringify(calendarIds),
      ruleIds: JSON.stringify(ruleIds),
    })
  }

  purge(tx: Transaction, before: number): Promise<number> {
    return tx.run(purge, { before })
  }
}

const columns = sql`rule_id as "ruleId", role, change_number as "changeNumber"`

const find = query<{ calendarId: string; ruleId: string }, RuleRow>(
  ({ calendarId, ruleId }) =>
    sql`select ${columns} from ${calendarAcl} where ${withCalendarId(calendarId)} and rule_id = ${ruleId}`,
)

const listPage = query<RulePage, RuleRow>(
  (args) => sql`select ${columns} from ${calendarAcl}
   where ${withCalendarId(args.calendarId)} and rule_id > ${args.after} and change_number > ${args.since}
     and (role <> 'none' or ${args.withRemoved} = 1)
   order by rule_id ${limit(args.limit)}`,
)

const count = query<{ calendarId: string }, { rules: number }>(
  ({ calendarId }) =>
    sql`select count(*) as rules from ${calendarAcl} where ${withCalendarId(calendarId)} and role <> 'none'`,
)

const put = command<RuleRow & { calendarId: string; changedAt: number }>((args) =>
  insertInto(
    calendarAcl,
    rowOf(calendarAcl, args, { bucket: bucketOf.id(args.calendarId) }),
    sql`on conflict (calendar_id, rule_id, bucket) ${updateAll(calendarAcl)}`,
  ),
)

const addTwo = command<
  RuleRow & { secondId: string; secondChangeNumber: number; calendarId: string; changedAt: number }
>((args) => {
  const { calendarId, role, changedAt, secondId, secondChangeNumber } = args
  return insertInto(
    calendarAcl,
    rowOf(calendarAcl, args, { bucket: bucketOf.id(calendarId) }),
    sql`,
     (${bucketOf.id(calendarId)}, ${calendarId}, ${secondId}, ${role}, ${secondChangeNumber}, ${changedAt})`,
  )
})

const listGranting = query<{ ruleId: string }, { calendarId: string }>(
  ({ ruleId }) => sql`select calendar_id as "calendarId" from ${calendarAcl}
   where rule_id = ${ruleId} and role <> 'none' order by calendar_id`,
)

const listOwned = query<{ ownerId: string }, { calendarId: string }>(
  ({ ownerId }) => sql`select id as "calendarId" from ${calendars} where owner_id = ${ownerId}`,
)

const grantedRoles = query<
  { calendarIds: string; ruleIds: string },
  { calendarId: string; role: Role }
>(
  ({ calendarIds, ruleIds }, dialect) => sql`
    select calendar_id as "calendarId", role from ${calendarAcl}
   where ${withCalendarIds(calendarIds, dialect)} and rule_id ${dialect.inTexts(ruleIds)}`,
)

const purge = command<{ before: number }>(
  ({ before }) => sql`delete from ${calendarAcl} where role = 'none' and changed_at < ${before}`,
)
