import { forAnyone, operation } from '../operation.ts'
import { FaultList } from '../schemas/fault.ts'

export const list = operation(
  {
    id: 'workbench.faults.list',
    http: 'GET /faults',
    summary: 'Lists the faults that are set in this process.',
    params: {},
    reply: FaultList,
    ...forAnyone,
  },
  async ({ faults }) => ({ faults: faults.list() }),
)
