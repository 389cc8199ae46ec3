import { quotaSubjects } from '#/auth/quota-subjects.ts'
import { almanacApi } from '#/contract/almanac-api.ts'
import { operation, type QuotaUse } from '../operation.ts'
import { wireMoment } from '../schemas/moment.ts'
import { type AllowanceBucket, Quota } from '../schemas/quota.ts'
import { canManageAccount } from '../scopes.ts'

export const get = operation(
  {
    id: 'account.quota.get',
    api: almanacApi,
    http: 'GET /users/me/quota',
    summary: 'Tells what the caller has used of each quota, and when it is free again.',
    params: {},
    reply: Quota,
    scopes: canManageAccount,
    cost: 1,
  },
  async ({ caller, quota, allowances, database }) => {
    const { clientId, userId } = caller
    const { userSubject, clientSubject } = quotaSubjects(caller)
    const ofUser = await quota.usageOf(userSubject)
    const ofClient = await quota.usageOf(clientSubject)
    const ofCalls = [...buckets('user', ofUser), ...buckets('client', ofClient)]
    const ofUserAlone = await allowances.usageOf(database, userId)
    const items = [
      ...ofCalls.map((item) => ({ ...item, clientId })),
      ...ofUserAlone.map(({ allowance, used, limit, endsAtMs }) => ({
        bucket: `${allowance}PerDay` as AllowanceBucket,
        used,
        limit,
        resetsAt: wireMoment(endsAtMs),
      })),
    ]
    return { kind: 'almanac#quota', items }
  },
)

const buckets = (whose: 'user' | 'client', use: QuotaUse) => [
  {
    bucket: `${whose}PerMinute` as const,
    used: use.minute,
    ...(use.limits.minute !== null && { limit: use.limits.minute }),
    resetsAt: wireMoment(use.minuteEndsAtMs),
  },
  {
    bucket: `${whose}PerDay` as const,
    used: use.day,
    ...(use.limits.day !== null && { limit: use.limits.day }),
    resetsAt: wireMoment(use.dayEndsAtMs),
  },
]
