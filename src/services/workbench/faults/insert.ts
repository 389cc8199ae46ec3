import { requiredField } from '#/kernel/errors.ts'
import { Fault, FaultList } from '../faults.ts'
import { forAnyone, operation } from '../operation.ts'

export const insert = operation(
  {
    id: 'workbench.faults.insert',
    http: 'POST /faults',
    summary: 'Makes chosen operations answer an error, a rate limit or late.',
    params: {},
    body: Fault,
    reply: FaultList,
    ...forAnyone,
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
