import { forAnyone, operation } from '../operation.ts'
import { ClockState } from '../schemas/clock.ts'
import { clockState } from './state.ts'

export const get = operation(
  {
    id: 'workbench.clock.get',
    http: 'GET /clock',
    summary: 'Tells the time it is for this server.',
    params: {},
    reply: ClockState,
    ...forAnyone,
  },
  async ({ clock }) => clockState(clock),
)
