import { resourceEtag } from '#/contract/etag.ts'
import { scopeOfRule } from '../domain/access-rule.ts'
import type { AclRule } from '../schemas/acl-rule.ts'
import type { RuleRow } from '../store/access-rules.ts'

/** A rule as callers see it. */
export const wireRule = ({ ruleId, role, sequence }: RuleRow): AclRule => ({
  kind: 'calendar#aclRule',
  etag: resourceEtag(sequence),
  id: ruleId,
  scope: scopeOfRule(ruleId),
  role,
})
