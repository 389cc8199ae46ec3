import { quotaSubjects } from '#/auth/quota-subjects.ts'
import { wireMoment } from '#/contract/moment.ts'
import { array, dateTime, integer, kind, object, oneOf, string } from '#/contract/schema.ts'
import { operation, type QuotaUse } from './operation.ts'

const allowanceBuckets = ['adsGeneratePerDay', 'adsRequestPerDay', 'adsOtherPerDay'] as const

type AllowanceBucket = (typeof allowanceBuckets)[number]

const QuotaBucket = object('QuotaBucket', {
  bucket: oneOf(
    'userPerMinute',
    'userPerDay',
    'clientPerMinute',
    'clientPerDay',
    ...allowanceBuckets,
  ),
  clientId: string({
    about: 'The client of this call, if its use is counted; absent if that of the caller is.',
  }),
  used: integer({
    about: 'Units used: in the last minute, or since midnight UTC; for ads in Los Angeles.',
  }),
  limit: integer({ about: 'The limit in units; absent if there is none.' }),
  resetsAt: dateTime({ about: 'When the use is reset to zero.' }),
})

const Quota = object('Quota', {
  kind: kind('almanac#quota'),
  items: array(QuotaBucket, {
    about: 'The usage of the caller and of the client, and daily allowances.',
  }),
})

const getQuota = operation(
  {
    id: 'account.quota.get',
    http: 'GET /users/me/quota',
    summary: "Returns the caller's quota usage and when it resets.",
    reply: Quota,
  },
  async ({ caller, quota, allowances, database }) => {
    const { clientId, userId } = caller
    const { userSubject, clientSubject } = quotaSubjects(caller)
    const ofUser = await quota.usageOf(userSubject)
    const ofClient = await quota.usageOf(clientSubject)
    const daily = await allowances.usageOf(database, userId)
    const items = [
      ...buckets('user', ofUser),
      ...buckets('client', ofClient).map((item) => ({ ...item, clientId })),
      ...daily.map(({ allowance, used, limit, endsAtMs }) => ({
        bucket: `${allowance}PerDay` as AllowanceBucket,
        used,
        limit,
        resetsAt: wireMoment(endsAtMs),
      })),
    ]
    return { kind: 'almanac#quota', items }
  },
)

export const quotaOperations = [getQuota]

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
