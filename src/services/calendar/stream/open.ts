import { operation } from '../operation.ts'
import { canStream } from '../scopes.ts'

export const open = operation(
  {
    id: 'calendar.stream.open',
    http: 'GET /stream',
    summary: "Streams changes of the caller's collections as server-sent events.",
    scopes: canStream,
    isStream: true,
  },
  ({ caller, origin, streams }) => streams.streamFor(caller, origin()),
)
