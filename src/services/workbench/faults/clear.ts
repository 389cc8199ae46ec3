import { forAnyone, operation } from '../operation.ts'

export const clear = operation(
  {
    id: 'workbench.faults.clear',
    http: 'DELETE /faults',
    summary: 'Removes all faults of this process.',
    params: {},
    ...forAnyone,
  },
  async ({ faults }) => faults.clear(),
)
