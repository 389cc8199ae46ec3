import { array, dateTime, integer, kind, object, oneOf, string } from '#/contract/schema.ts'

const allowanceBuckets = ['adsGeneratePerDay', 'adsRequestPerDay', 'adsOtherPerDay'] as const

export type AllowanceBucket = (typeof allowanceBuckets)[number]

const QuotaBucket = object('QuotaBucket', {
  bucket: oneOf(
    'userPerMinute',
    'userPerDay',
    'clientPerMinute',
    'clientPerDay',
    ...allowanceBuckets,
  ),
  clientId: string({
    about: 'The client of this call, with which the use is counted; absent if all are.',
  }),
  used: integer({
    about: 'Units used: in the last minute, or since midnight UTC; for ads in Los Angeles.',
  }),
  limit: integer({ about: 'Units that may be used; absent where there is no limit.' }),
  resetsAt: dateTime({ about: 'From when on nothing of the present use counts any more.' }),
})

export const Quota = object('Quota', {
  kind: kind('almanac#quota'),
  items: array(QuotaBucket, {
    about: 'What the caller and all users of the client have used, and the allowances of a day.',
  }),
})
