import { operation } from './operation.ts'

const endAllSessions = operation(
  {
    id: 'account.sessions.endAll',
    http: 'POST /users/me/sessions/endAll',
    summary:
      'Signs the caller out everywhere: ends all sessions and the access of programs. Personal tokens stay valid.',
    audit: { object: 'sessions' },
  },
  ({ caller, directory }) => directory.signOutEverywhere({ id: caller.userId }),
)

export const sessionOperations = [endAllSessions]
