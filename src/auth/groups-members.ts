import type { Reader, Transaction } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import { moveDirectorySequence } from './directory-sequence.ts'

export const roles = ['member', 'manager', 'owner'] as const
export type Role = (typeof roles)[number]

export interface MemberRecord {
  readonly email: string
  readonly role: Role
}

// Deeper nesting is not followed, and more results are not given: both are beyond any use.
const depthMax = 20
const expandedMax = 50_000

/** The addresses of all groups that the address is in, directly or through other groups. */
export async function groupsOf(reader: Reader, email: string): Promise<string[]> {
  const found = await reader.all(expandUp, { email, depthMax, limit: expandedMax })
  return found.map((row) => row.email)
}

/** The addresses that are in the group, directly or through other groups, which are left out. */
export async function membersOf(
  reader: Reader,
  groupId: string,
  limit = expandedMax,
): Promise<string[]> {
  const found = await reader.all(expandDown, { groupId, depthMax, limit })
  return found.map((row) => row.email)
}

/** Those of the addresses that groups have. */
export const findGroups = (
  reader: Reader,
  emails: readonly string[],
): Promise<{ id: string; email: string }[]> =>
  reader.all(findGroupsNamed, { emails: JSON.stringify(emails) })

/** Those who are in the group directly, in the order of their addresses. */
export const pageOfMembers = (
  reader: Reader,
  page: { groupId: string; after: string; limit: number },
): Promise<MemberRecord[]> => reader.all(listMembers, page)

/** Says whether the address was not a member yet. */
export async function addMember(
  tx: Transaction,
  member: MemberRecord & { groupId: string },
): Promise<boolean> {
  const added = await tx.run(add, member)
  if (added > 0) await moveDirectorySequence(tx)
  return added > 0
}

/** Says whether the address was a member. */
export async function removeMember(
  tx: Transaction,
  member: { groupId: string; email: string },
): Promise<boolean> {
  const removed = await tx.run(remove, member)
  if (removed > 0) await moveDirectorySequence(tx)
  return removed > 0
}

/** Takes an address that goes out of all groups, so that a later owner of it is in none. */
export async function removeFromGroups(tx: Transaction, email: string): Promise<void> {
  if ((await tx.run(removeEverywhere, { email })) > 0) await moveDirectorySequence(tx)
}

export const isGroup = async (reader: Reader, email: string): Promise<boolean> =>
  (await findGroup(reader, email)) !== undefined

export const findGroup = (reader: Reader, email: string): Promise<{ id: string } | undefined> =>
  reader.first(findGroupId, { email })

// A cycle comes back to rows that differ in depth only, and so ends with the depth.
const expandUp = statement<{ email: string; depthMax: number; limit: number }, { email: string }>(`
  with recursive containing (email, depth) as (
    select g.email, 1 from group_members m join groups g on g.id = m.group_id
    where m.email = :email
    union
    select g.email, c.depth + 1 from containing c
      join group_members m on m.email = c.email
      join groups g on g.id = m.group_id
    where c.depth < :depthMax
  )
  select distinct email from containing order by email limit :limit
`)

const expandDown = statement<
  { groupId: string; depthMax: number; limit: number },
  { email: string }
>(`
  with recursive contained (group_id, depth) as (
    select id, 1 from groups where id = :groupId
    union
    select g.id, c.depth + 1 from contained c
      join group_members m on m.group_id = c.group_id
      join groups g on g.email = m.email
    where c.depth < :depthMax
  )
  select distinct m.email from contained c join group_members m on m.group_id = c.group_id
  where not exists (select 1 from groups g where g.email = m.email)
  order by m.email limit :limit
`)

const listMembers = statement<{ groupId: string; after: string; limit: number }, MemberRecord>(
  `select email, role from group_members where group_id = :groupId and email > :after
   order by email limit :limit`,
)

const add = statement<MemberRecord & { groupId: string }>(
  `insert into group_members (group_id, email, role) values (:groupId, :email, :role)
   on conflict (group_id, email) do nothing`,
)

const remove = statement<{ groupId: string; email: string }>(
  'delete from group_members where group_id = :groupId and email = :email',
)

const removeEverywhere = statement<{ email: string }>(
  'delete from group_members where email = :email',
)

const findGroupId = statement<{ email: string }, { id: string }>(
  'select id from groups where email = :email',
)

const findGroupsNamed = statement<{ emails: string }, { id: string; email: string }>(
  ({ inTexts }) => `select id, email from groups where email ${inTexts('emails')}`,
)
