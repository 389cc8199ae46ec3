import { array, integer, object, string, type TypeOf } from '#/contract/schema.ts'
import { operation } from './operation.ts'

export const QuotaUse = object('QuotaUse', {
  subject: string({ about: 'Whose use: `user:<client>:<user>` or `client:<client>`.' }),
  minute: integer({ about: 'Units in the last minute.' }),
  day: integer({ about: 'Units since midnight UTC.' }),
  minuteMax: integer({ about: 'The limit per minute; absent if there is none.' }),
  dayMax: integer({ about: 'The limit per day; absent if there is none.' }),
})

const QuotaUseList = object('QuotaUseList', { subjects: array(QuotaUse) })

export type QuotaUse = TypeOf<typeof QuotaUse>

const listQuota = operation(
  {
    id: 'workbench.quota.list',
    http: 'GET /quota',
    summary: 'Returns the quota usage of users and clients.',
    reply: QuotaUseList,
  },
  async ({ quota }) => ({ subjects: await quota.usage() }),
)

export const quotaOperations = [listQuota]
