import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, limit, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import { groupMembers, groups } from '../tables.ts'
import { moveDirectorySequence } from './directory-sequence.ts'

export const roles = ['member', 'manager', 'owner'] as const
export type Role = (typeof roles)[number]

export interface MemberRecord {
  readonly email: string
  readonly role: Role
}

// Limits on the depth of nesting and on results, beyond any practical use.
const depthMax = 20
const expandedMax = 50_000

/** The addresses of all groups that the address is in, directly or through other groups. */
export async function groupsOf(reader: Reader, email: string): Promise<string[]> {
  const found = await reader.all(expandUp, { email, depthMax, limit: expandedMax })
  return found.map((row) => row.email)
}

/** The direct and indirect members of the group, without nested groups themselves. */
export async function membersOf(
  reader: Reader,
  groupId: string,
  limit = expandedMax,
): Promise<string[]> {
  const found = await reader.all(expandDown, { groupId, depthMax, limit })
  return found.map((row) => row.email)
}

/** The addresses in the list that are groups. */
export const findGroups = (
  reader: Reader,
  emails: readonly string[],
): Promise<{ id: string; email: string }[]> =>
  reader.all(findGroupsNamed, { emails: JSON.stringify(emails) })

/** The direct members of the group, ordered by address. */
export const pageOfMembers = (
  reader: Reader,
  page: { groupId: string; after: string; limit: number },
): Promise<MemberRecord[]> => reader.all(listMembers, page)

/** Returns false if the address was a member already. */
export async function addMember(
  tx: Transaction,
  member: MemberRecord & { groupId: string },
): Promise<boolean> {
  const added = await tx.run(add, member)
  if (added > 0) await moveDirectorySequence(tx)
  return added > 0
}

/** Returns whether the address was a member. */
export async function removeMember(
  tx: Transaction,
  member: { groupId: string; email: string },
): Promise<boolean> {
  const removed = await tx.run(remove, member)
  if (removed > 0) await moveDirectorySequence(tx)
  return removed > 0
}

/** Removes a deleted address from all groups, so that a later owner of it is in none. */
export async function removeFromGroups(tx: Transaction, email: string): Promise<void> {
  if ((await tx.run(removeEverywhere, { email })) > 0) await moveDirectorySequence(tx)
}

export const isGroup = async (reader: Reader, email: string): Promise<boolean> =>
  (await findGroup(reader, email)) !== undefined

export const findGroup = (reader: Reader, email: string): Promise<{ id: string } | undefined> =>
  reader.first(findGroupId, { email })

// In a cycle, rows repeat with a greater depth until the depth limit ends the recursion.
const expandUp = query<{ email: string; depthMax: number; limit: number }, { email: string }>(
  (args) => sql`
  with recursive containing (email, depth) as (
    select g.email, 1 from ${groupMembers} m join ${groups} g on g.id = m.group_id
    where m.email = ${args.email}
    union
    select g.email, c.depth + 1 from containing c
      join ${groupMembers} m on m.email = c.email
      join ${groups} g on g.id = m.group_id
    where c.depth < ${args.depthMax}
  )
  select distinct email from containing order by email ${limit(args.limit)}
`,
)

const expandDown = query<{ groupId: string; depthMax: number; limit: number }, { email: string }>(
  (args) => sql`
  with recursive contained (group_id, depth) as (
    select id, 1 from ${groups} where id = ${args.groupId}
    union
    select g.id, c.depth + 1 from contained c
      join ${groupMembers} m on m.group_id = c.group_id
      join ${groups} g on g.email = m.email
    where c.depth < ${args.depthMax}
  )
  select distinct m.email from contained c join ${groupMembers} m on m.group_id = c.group_id
  where not exists (select 1 from ${groups} g where g.email = m.email)
  order by m.email ${limit(args.limit)}
`,
)

const listMembers = query<{ groupId: string; after: string; limit: number }, MemberRecord>(
  (args) => sql`
    select email, role from ${groupMembers} where group_id = ${args.groupId} and email > ${args.after}
   order by email ${limit(args.limit)}`,
)

const add = command<MemberRecord & { groupId: string }>(({ groupId, email, role }) =>
  insertInto(
    groupMembers,
    { group_id: groupId, email, role },
    sql`on conflict (group_id, email) do nothing`,
  ),
)

const remove = command<{ groupId: string; email: string }>(
  ({ groupId, email }) =>
    sql`delete from ${groupMembers} where group_id = ${groupId} and email = ${email}`,
)

const removeEverywhere = command<{ email: string }>(
  ({ email }) => sql`delete from ${groupMembers} where email = ${email}`,
)

const findGroupId = query<{ email: string }, { id: string }>(
  ({ email }) => sql`select id from ${groups} where email = ${email}`,
)

const findGroupsNamed = query<{ emails: string }, { id: string; email: string }>(
  ({ emails }, { inTexts }) => sql`select id, email from ${groups} where email ${inTexts(emails)}`,
)
