import { array, dateTime, integer, kind, object, oneOf, string } from '#/contract/schema.ts'

const QuotaBucket = object('QuotaBucket', {
  bucket: oneOf('userPerMinute', 'userPerDay', 'clientPerMinute', 'clientPerDay'),
  clientId: string({
    about: 'The client of the token of this call, with which the use is counted.',
  }),
  used: integer({ about: 'Units used: in the last sixty seconds, or since midnight UTC.' }),
  limit: integer({ about: 'Units that may be used; absent where there is no limit.' }),
  resetsAt: dateTime({ about: 'From when on nothing of the present use counts any more.' }),
})

export const Quota = object('Quota', {
  kind: kind('almanac#quota'),
  items: array(QuotaBucket, {
    about: 'What the caller has used with this client, and all users of it together.',
  }),
})
