import { FaultList } from '../faults.ts'
import { forAnyone, operation } from '../operation.ts'

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
