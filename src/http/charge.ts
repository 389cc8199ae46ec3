import type { Api, Caller } from '#/contract/operation.ts'
import type { DailyAllowances } from '#/quota/daily-allowances.ts'
import type { QuotaMeter } from '#/quota/meter.ts'
import { after, type Soon } from './after.ts'
import type { Query } from './query.ts'
import type { BoundOperation } from './router.ts'
import type { WireRequest } from './wire.ts'

export interface ChargeParts {
  readonly quota: QuotaMeter
  readonly allowances: DailyAllowances
  readonly quotaStatusOf: (api: Api) => 403 | 429
}

/** Charges the operation to the caller, or to whom the caller names, and refuses what is too much. */
export function chargeQuota(
  { quota, allowances, quotaStatusOf }: ChargeParts,
  { contract, api }: BoundOperation,
  { request, caller, query }: { request: WireRequest; caller: Caller; query: Query },
): Soon<void> {
  const { cost: units } = contract
  if (units === 0) return
  const quotaUser = query.get('quotaUser') || request.headers['x-goog-quota-user']
  const status = quotaStatusOf(api)
  const charged = quota.charge({ ...subjectsOf(caller, quotaUser, request.peer), units, status })
  const allowance = contract.allowance ?? api.allowance ?? ''
  if (allowance === '' || caller.kind !== 'user') return charged
  const { userId } = caller
  return after(charged, () => allowances.charge({ allowance, userId, units }, status))
}

interface Subjects {
  readonly userSubject: `user:${string}`
  readonly clientSubject: `client:${string}`
}

/** The names that known callers pay under, since making them again costs more than charging. */
const subjectsByCaller = new WeakMap<Caller, Subjects>()

function subjectsOf(caller: Caller, quotaUser: string | undefined, peer: string): Subjects {
  if (caller.kind !== 'user' || quotaUser) return subjects(caller, quotaUser, peer)
  let known = subjectsByCaller.get(caller)
  if (known === undefined) {
    known = subjects(caller, undefined, peer)
    subjectsByCaller.set(caller, known)
  }
  return known
}

function subjects(caller: Caller, quotaUser: string | undefined, peer: string): Subjects {
  const client = caller.kind === 'anonymous' ? 'anonymous' : caller.clientId
  // It names a row of the database, and PostgreSQL stores no NUL character.
  const named = quotaUser?.slice(0, 40).replaceAll('\0', '')
  const user = named || (caller.kind === 'user' ? caller.userId : peer)
  return { userSubject: `user:${client}:${user}`, clientSubject: `client:${client}` }
}
