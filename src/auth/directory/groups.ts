import type { Clock } from '#/kernel/clock.ts'
import { duplicate, invalidField, notFound } from '#/kernel/errors.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Database, Reader } from '#/storage/port.ts'
import { insertInto, limit, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { groups } from '../tables.ts'
import type { Provisioner } from './directory.ts'
import { acceptableName, canonicalEmail } from './directory-email.ts'
import { moveDirectorySequence } from './directory-sequence.ts'
import { findUserByEmail } from './directory-users.ts'
import {
  addMember,
  groupsOf,
  type MemberRecord,
  membersOf,
  pageOfMembers,
  type Role,
  removeFromGroups,
  removeMember,
  roles,
} from './groups-members.ts'

export interface GroupRecord {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly createdAtMs: number
}

interface Page {
  readonly after: string
  readonly limit: number
}

interface GroupsContext {
  readonly database: Database
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly provisioners: readonly Pick<Provisioner, 'welcomeGroup' | 'dismissGroup'>[]
}

/** Groups of email addresses. Members are users, external addresses, or other groups. */
export class Groups {
  readonly #context: GroupsContext

  constructor(context: GroupsContext) {
    this.#context = context
  }

  find(email: string): Promise<GroupRecord | undefined> {
    return this.#context.database.first(findByEmail, { email: canonicalEmail(email) })
  }

  findById(id: string): Promise<GroupRecord | undefined> {
    return this.#context.database.first(findById, { id })
  }

  /** Groups in the order of their addresses, beginning after the given one. */
  page(page: Page): Promise<GroupRecord[]> {
    return this.#context.database.all(listPage, page)
  }

  /** Rejects an address that belongs to a user or another group. */
  create(draft: { email: string; name?: string | undefined }): Promise<GroupRecord> {
    const { database, clock, randomBytes } = this.#context
    const email = canonicalEmail(draft.email)
    const group = {
      id: base32hex(20, randomBytes),
      email,
      name: acceptableName(draft.name ?? email.split('@')[0]!),
      createdAtMs: clock.nowMs(),
    }
    return database.transaction(async (tx) => {
      if ((await tx.run(add, group)) === 0) throw duplicate('A group with this address')
      if ((await findUserByEmail(tx, email)) !== undefined) {
        throw duplicate('A user with this address')
      }
      for (const { welcomeGroup } of this.#context.provisioners) welcomeGroup?.(tx, email)
      await moveDirectorySequence(tx)
      return group
    })
  }

  /** Deletes the group, also from the groups that it is in; returns whether there was one. */
  remove({ id, email }: GroupRecord): Promise<boolean> {
    return this.#context.database.transaction(async (tx) => {
      for (const { dismissGroup } of this.#context.provisioners) await dismissGroup(tx, email)
      if ((await tx.run(remove, { id })) === 0) return false
      await removeFromGroups(tx, email)
      await moveDirectorySequence(tx)
      return true
    })
  }

  /** The direct members of the group, ordered by address. */
  members({ id: groupId }: GroupRecord, page: Page): Promise<MemberRecord[]> {
    return pageOfMembers(this.#context.database, { groupId, ...page })
  }

  add(
    group: GroupRecord,
    draft: { email: string; role?: Role | undefined },
  ): Promise<MemberRecord> {
    const member = { email: canonicalEmail(draft.email), role: draft.role ?? 'member' }
    if (!roles.includes(member.role)) throw invalidField(`A role is one of ${roles.join(', ')}.`)
    if (member.email === group.email) throw invalidField('A group cannot be a member of itself.')
    return this.#context.database.transaction(async (tx) => {
      if ((await tx.first(lock, { id: group.id })) === undefined) throw notFound()
      const isNew = await addMember(tx, { groupId: group.id, ...member })
      if (!isNew) throw duplicate('The member')
      return member
    })
  }

  /** Returns whether the address was a member. */
  removeMember({ id: groupId }: GroupRecord, email: string): Promise<boolean> {
    const member = { groupId, email: canonicalEmail(email) }
    return this.#context.database.transaction((tx) => removeMember(tx, member))
  }

  /** The addresses of all groups that the address is in, directly or through other groups. */
  groupsOf(email: string, reader: Reader = this.#context.database): Promise<string[]> {
    return groupsOf(reader, canonicalEmail(email))
  }

  /** The direct and indirect members of the group, without nested groups themselves. */
  membersOf({ id }: GroupRecord, reader: Reader = this.#context.database): Promise<string[]> {
    return membersOf(reader, id)
  }
}

const columns = sql`id, email, name, created_at as "createdAtMs"`

const findByEmail = query<{ email: string }, GroupRecord>(
  ({ email }) => sql`select ${columns} from ${groups} where email = ${email}`,
)

const findById = query<{ id: string }, GroupRecord>(
  ({ id }) => sql`select ${columns} from ${groups} where id = ${id}`,
)

const lock = query<{ id: string }, { id: string }>(
  ({ id }, { forUpdate }) => sql`select id from ${groups} where id = ${id} ${forUpdate}`,
)

const listPage = query<Page, GroupRecord>(
  (args) =>
    sql`select ${columns} from ${groups} where email > ${args.after} order by email ${limit(args.limit)}`,
)

const add = command<GroupRecord>(({ id, email, name, createdAtMs }) =>
  insertInto(
    groups,
    { id, email, name, created_at: createdAtMs },
    sql`on conflict (email) do nothing`,
  ),
)

const remove = command<{ id: string }>(({ id }) => sql`delete from ${groups} where id = ${id}`)
