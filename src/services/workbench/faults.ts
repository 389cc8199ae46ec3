import { array, integer, number, object, string, type TypeOf } from '#/contract/schema.ts'

export const Fault = object('Fault', {
  operation: string({
    about: 'An operation id such as `calendar.calendars.get`, or a beginning with `*` behind it.',
    pattern: '^[A-Za-z.]*\\*?$',
  }),
  status: integer({
    about: 'The status to answer; without one there is only a delay.',
    minimum: 400,
    maximum: 599,
  }),
  reason: string({ about: 'The reason code to answer.', lengthMax: 100 }),
  message: string({ about: 'The message to answer.', lengthMax: 1000 }),
  retryAfterS: integer({ about: 'Sends a Retry-After of so many seconds.', minimum: 0 }),
  delayMs: integer({ about: 'Waits before answering.', minimum: 0, maximum: 60_000 }),
  count: integer({ about: 'How often it strikes; without end when absent.', minimum: 1 }),
  probability: number({
    about: 'How likely it strikes, from 0 to 1; always when absent.',
    minimum: 0,
    maximum: 1,
  }),
})

export const FaultList = object('FaultList', { faults: array(Fault) })

export type Fault = TypeOf<typeof Fault>
