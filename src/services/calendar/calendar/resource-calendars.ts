import { canonicalEmail } from '#/auth/directory/directory-email.ts'
import { findUserByEmail } from '#/auth/directory/directory-users.ts'
import { users } from '#/auth/tables.ts'
import { duplicate, invalidField, requiredField } from '#/kernel/errors.ts'
import type { Reader, Transaction } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { none, query } from '#/storage/sql/statement.ts'
import type { CalendarDependencies } from '../dependencies.ts'
import { draftCalendar } from './calendar.ts'
import { type CalendarRow, calendarIn } from './calendar-row.ts'
import { newResourceId, resourceIdIn } from './new-ids.ts'
import { createCalendar } from './provision.ts'
import { chosenTimeZone } from './user-settings.ts'

/** A room or another resource as administrators see it. */
interface ResourceRecord {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly location?: string
  readonly timeZone: string
  readonly owner: string
  readonly autoAccept: boolean
  readonly createdAtMs: number
}

interface ResourceDraft {
  readonly name: string
  /** The part before the `@`, or the whole address. */
  readonly id?: string | undefined
  /** The address of its owner. Defaults to the first administrator. */
  readonly owner?: string | undefined
  readonly description?: string | undefined
  readonly location?: string | undefined
  readonly timeZone?: string | undefined
  readonly autoAccept?: boolean | undefined
}

/** Rooms and other resources: calendars that respond to invitations automatically and belong to a user. */
export class ResourceCalendars {
  readonly #context: CalendarDependencies

  constructor(dependencies: CalendarDependencies) {
    this.#context = dependencies
  }

  async find(id: string): Promise<ResourceRecord | undefined> {
    const row = await this.#context.calendars.find(id.toLowerCase())
    return row?.isResource === 1 ? recordOf(row) : undefined
  }

  /** Ordered by id, after the given one. */
  async page(page: { after: string; limit: number }): Promise<ResourceRecord[]> {
    const { calendars, database } = this.#context
    return (await calendars.resources(database, page)).map(recordOf)
  }

  /** Creates a room that everyone in the owner's organization can book. */
  async create(draft: ResourceDraft): Promise<ResourceRecord> {
    const { database, settings, calendars, clock, randomBytes } = this.#context
    const id =
      draft.id === undefined ? newResourceId(clock.nowMs(), randomBytes) : resourceIdIn(draft.id)
    if (id === undefined) {
      throw invalidField(
        'The id of a room consists of lowercase letters, digits, dots, hyphens and underscores.',
      )
    }
    if (!draft.name.trim()) throw requiredField('Missing name.')
    return database.transaction(async (tx) => {
      const owner = await ownerOf(tx, draft.owner)
      if ((await calendars.findIn(tx, id)) !== undefined) {
        throw duplicate('A calendar with this address')
      }
      const { byId } = await settings.lock(tx, owner.id)
      const { name: summary, description = '', location = '', timeZone = '' } = draft
      const calendar = draftCalendar(
        { id, dataOwner: owner.email },
        {
          summary,
          description,
          location,
          timeZone,
          autoAcceptInvitations: draft.autoAccept ?? true,
        },
        { timeZone: chosenTimeZone(byId), isResource: true },
      )
      const row = await createCalendar(this.#context, tx, {
        calendar,
        owner,
        isResource: true,
        nowMs: clock.nowMs(),
        key: this.#context.newCalendarKey(id),
      })
      await this.#shareWithOrganization(tx, row, owner.email)
      return recordOf(row)
    })
  }

  /** Returns whether the resource existed. */
  remove(id: string): Promise<boolean> {
    const { calendars, prompt, reconciler } = this.#context
    return prompt.transaction(async (tx) => {
      const row = await calendars.lock(tx, id.toLowerCase())
      if (row?.isResource !== 1) return false
      await calendars.remove(tx, row.id)
      await reconciler.beginSweep(tx, row.key)
      return true
    })
  }

  async #shareWithOrganization(tx: Transaction, row: CalendarRow, owner: string): Promise<void> {
    const { rules, domains, clock } = this.#context
    let calendar = row
    for (const domain of await domains.organizationOf(owner, tx)) {
      const rule = { ruleId: `domain:${domain}`, from: 'none', to: 'freeBusyReader' } as const
      const after = await rules.put(tx, calendar, { ...rule, nowMs: clock.nowMs() })
      calendar = after.calendar
    }
  }
}

function recordOf(row: CalendarRow): ResourceRecord {
  const calendar = calendarIn(row)
  const { summary, description, location, timeZone, dataOwner, autoAcceptInvitations } = calendar
  return {
    id: row.id,
    name: summary ?? row.id,
    ...(description !== undefined && { description }),
    ...(location !== undefined && { location }),
    timeZone: timeZone ?? 'UTC',
    owner: dataOwner ?? '',
    autoAccept: autoAcceptInvitations === true,
    createdAtMs: row.createdAtMs,
  }
}

async function ownerOf(reader: Reader, email: string | undefined): Promise<Owner> {
  if (email === undefined) {
    const administrator = await reader.first(findAdministrator, none)
    if (administrator === undefined)
      throw requiredField('An owner has to be named: there is no administrator yet.')
    return administrator
  }
  const user = await findUserByEmail(reader, canonicalEmail(email))
  if (user === undefined) throw invalidField('The owner is no user of this server.')
  return user
}

interface Owner {
  readonly id: string
  readonly email: string
}

const findAdministrator = query<Record<string, never>, Owner>(
  () =>
    sql`select id, email from ${users} where admin_role = 'owner' and disabled_at is null order by email limit 1`,
)
