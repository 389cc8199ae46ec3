import { operation } from '../operation.ts'
import { canStream } from '../scopes.ts'

export const open = operation(
  {
    id: 'calendar.stream.open',
    http: 'GET /stream',
    summary: 'Tells the caller, for as long as it listens, which of its lists have changed.',
    params: {},
    scopes: canStream,
    cost: 1,
    isStream: true,
  },
  ({ caller, origin, streamFor }) => streamFor(caller, origin()),
)
