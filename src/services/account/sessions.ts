import { operation } from './operation.ts'

const endAllSessions = operation(
  {
    id: 'account.sessions.endAll',
    http: 'POST /users/me/sessions/endAll',
    summary:
      'Signs the caller out everywhere: ends all sessions and what programs were given; personal tokens stay.',
    audit: { object: 'sessions' },
  },
  ({ caller, directory }) => directory.signOutEverywhere({ id: caller.userId }),
)

export const sessionOperations = [endAllSessions]
