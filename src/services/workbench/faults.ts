import { array, integer, number, object, string, type TypeOf } from '#/contract/schema.ts'
import { requiredField } from '#/kernel/errors.ts'
import { operation } from './operation.ts'

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
  count: integer({
    about: 'The number of times the fault occurs; unlimited if absent.',
    minimum: 1,
  }),
  probability: number({
    about: 'The probability of the fault, from 0 to 1. Defaults to 1.',
    minimum: 0,
    maximum: 1,
  }),
})

const FaultList = object('FaultList', { faults: array(Fault) })

export type Fault = TypeOf<typeof Fault>

const listFaults = operation(
  {
    id: 'workbench.faults.list',
    http: 'GET /faults',
    summary: 'Lists the faults that are set in this process.',
    reply: FaultList,
  },
  async ({ faults }) => ({ faults: faults.list() }),
)

const insertFault = operation(
  {
    id: 'workbench.faults.insert',
    http: 'POST /faults',
    summary:
      'Adds a fault: the chosen operations return an error, exceed a rate limit, or are delayed.',
    body: Fault,
    reply: FaultList,
  },
  async ({ body, faults }) => {
    const { operation: chosen } = body
    if (chosen === undefined) throw requiredField('Missing operation.')
    if (body.status === undefined && body.delayMs === undefined) {
      throw requiredField('Missing status or delayMs.')
    }
    faults.add({ ...body, operation: chosen })
    return { faults: faults.list() }
  },
)

const clearFaults = operation(
  {
    id: 'workbench.faults.clear',
    http: 'DELETE /faults',
    summary: 'Removes all faults of this process.',
  },
  async ({ faults }) => faults.clear(),
)

export const faultOperations = [listFaults, insertFault, clearFaults]
