import { emailIn } from '#/auth/directory/directory-email.ts'
import { domainIn, domainOf } from '#/auth/directory/domains.ts'
import { invalid, invalidField, requiredField } from '#/kernel/errors.ts'
import { illegalAccessRoleForDefault, invalidScopeValue } from '../errors.ts'
import type { AclRule } from '../schemas/acl-rule.ts'

/** Who a rule applies to. */
export interface RuleScope {
  readonly type: 'default' | 'user' | 'group' | 'domain'
  /** An address or a domain name; absent if the rule applies to everybody. */
  readonly value?: string
}

/** The rule that applies to everybody, signed in or not. */
export const publicRuleId = 'default'

export const userRuleId = (email: string) => `user:${email}`

export const groupRuleId = (email: string) => `group:${email}`

export const ruleIdOf = ({ type, value }: RuleScope): string =>
  value === undefined ? type : `${type}:${value}`

/** The ids of all rules that apply to a user, given the user's groups. */
export function ruleIdsMatching(email: string, groups: readonly string[]): string[] {
  return [publicRuleId, userRuleId(email), `domain:${domainOf(email)}`, ...groups.map(groupRuleId)]
}

const readValue = { user: emailIn, group: emailIn, domain: domainIn }

const hasValue = (type: string | undefined): type is keyof typeof readValue =>
  type !== undefined && Object.hasOwn(readValue, type)

/** Parses a rule id. */
export function scopeOfRule(ruleId: string): RuleScope {
  if (ruleId === publicRuleId) return { type: publicRuleId }
  const colon = ruleId.indexOf(':')
  const type = ruleId.slice(0, Math.max(colon, 0))
  const value = hasValue(type) ? readValue[type](ruleId.slice(colon + 1)) : undefined
  if (!hasValue(type) || value === undefined) {
    throw invalid('ruleId', 'Invalid resource id value.')
  }
  return { type, value }
}

/** Validates the scope in a body. */
export function scopeIn(scope: AclRule['scope']): RuleScope {
  if (scope === undefined) throw requiredField('Missing scope.')
  const { type, value } = scope
  if (!type) throw requiredField('Missing scope type.')
  if (type === publicRuleId) return { type }
  if (!hasValue(type)) throw invalidField('Invalid scope type.')
  if (!value) throw requiredField('Missing scope value.')
  const read = readValue[type](value)
  if (read === undefined) throw invalidScopeValue('Invalid scope value.')
  return { type, value: read }
}

/** Validates the role in a body. */
export function roleIn(role: string | null | undefined, scope: RuleScope): Role {
  if (!role) throw requiredField('Missing role.')
  if (!isRole(role)) throw invalidField('Invalid role.')
  if (scope.type === publicRuleId && !isAtLeast('reader', role)) throw illegalAccessRoleForDefault()
  return role
}

/** The roles on a calendar, lowest first. */
export const roles = [
  'none',
  'freeBusyReader',
  'reader',
  'writerWithoutPrivateAccess',
  'writer',
  'owner',
] as const

export type Role = (typeof roles)[number]

const rankOf = new Map<Role, number>(roles.map((role, rank) => [role, rank]))

export const isRole = (text: string): text is Role => rankOf.has(text as Role)

export const isAtLeast = (role: Role, least: Role): boolean =>
  rankOf.get(role)! >= rankOf.get(least)!

/** The events whose details a role shows: all, all except private ones, or only public ones. */
export function visibleDetails(role: Role): 'all' | 'shared' | 'public' {
  if (isAtLeast(role, 'writer')) return 'all'
  return isAtLeast(role, 'reader') ? 'shared' : 'public'
}

/** Several grants add up to the highest role. */
export const higherOf = (one: Role, other: Role): Role => (isAtLeast(one, other) ? one : other)

export const lowerOf = (one: Role, other: Role): Role => (isAtLeast(one, other) ? other : one)
