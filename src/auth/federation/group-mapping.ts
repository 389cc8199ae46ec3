import type { Transaction } from '#/storage/port.ts'
import { addMember, findGroups, removeMember } from '../directory/groups-members.ts'
import type { GroupRule } from './provider-rules.ts'

/** Splits the groups of the rules by whether one of the values maps to them. */
export function mappedGroups(
  rules: readonly GroupRule[],
  values: readonly string[],
): { readonly member: readonly string[]; readonly stranger: readonly string[] } {
  const present = new Set(values)
  const all = new Set(rules.map(({ group }) => group))
  const member = new Set(rules.filter(({ value }) => present.has(value)).map(({ group }) => group))
  return { member: [...member].toSorted(), stranger: [...all.difference(member)].toSorted() }
}

/** Makes a user a direct member of exactly those mapped groups that the claim names. */
export async function applyGroupMapping(
  tx: Transaction,
  {
    email,
    rules,
    values,
  }: {
    readonly email: string
    readonly rules: readonly GroupRule[]
    readonly values: readonly string[]
  },
): Promise<{ readonly added: readonly string[]; readonly removed: readonly string[] }> {
  const { member, stranger } = mappedGroups(rules, values)
  const found = await findGroups(tx, [...member, ...stranger])
  // Groups may have been deleted since the rules were written.
  const ids = new Map(found.map((group) => [group.email, group.id]))
  const [added, removed]: [string[], string[]] = [[], []]
  for (const group of member) {
    const groupId = ids.get(group)
    if (groupId !== undefined && (await addMember(tx, { groupId, email, role: 'member' })))
      added.push(group)
  }
  for (const group of stranger) {
    const groupId = ids.get(group)
    if (groupId !== undefined && (await removeMember(tx, { groupId, email }))) removed.push(group)
  }
  return { added, removed }
}
