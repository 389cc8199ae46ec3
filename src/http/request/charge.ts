import { type QuotaSubjects, quotaSubjects } from '#/auth/quota-subjects.ts'
import type { Api, Caller } from '#/contract/operation.ts'
import type { DailyAllowances } from '#/quota/daily-allowances.ts'
import type { QuotaMeter } from '#/quota/meter.ts'
import { after, type Soon } from '../after.ts'
import type { BoundOperation } from '../router.ts'
import type { WireRequest } from '../wire.ts'
import type { Query } from './query.ts'

export interface ChargeContext {
  readonly quota: QuotaMeter
  readonly allowances: DailyAllowances
  readonly quotaStatusOf: (api: Api) => 403 | 429
}

/** Charges the cost of the operation to the caller, and rejects requests over quota. */
export function chargeQuota(
  { quota, allowances, quotaStatusOf }: ChargeContext,
  { contract, api }: BoundOperation,
  { request, caller, query }: { request: WireRequest; caller: Caller; query: Query },
): Soon<void> {
  const { cost: units } = contract
  if (units === 0) return
  const quotaUser = query.get('quotaUser') || request.headers['x-goog-quota-user']
  const status = quotaStatusOf(api)
  const isAnonymous = caller.kind === 'anonymous'
  const subjects = subjectsOf(caller, quotaUser, request)
  const charged = quota.charge({ ...subjects, units, status, isAnonymous })
  const allowance = contract.allowance ?? api.allowance ?? ''
  if (allowance === '' || caller.kind !== 'user') return charged
  const { userId } = caller
  return after(charged, () => allowances.charge({ allowance, userId, units }, status))
}

/** Cached quota subjects, because deriving them costs more than charging. */
const subjectsByCaller = new WeakMap<Caller, QuotaSubjects>()

function subjectsOf(
  caller: Caller,
  quotaUser: string | undefined,
  { peer: address }: WireRequest,
): QuotaSubjects {
  if (caller.kind !== 'user' || quotaUser) return quotaSubjects(caller, { quotaUser, address })
  let subjects = subjectsByCaller.get(caller)
  if (subjects === undefined) {
    subjects = quotaSubjects(caller, { address })
    subjectsByCaller.set(caller, subjects)
  }
  return subjects
}
