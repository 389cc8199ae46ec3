import type { UserRecord } from './directory.ts'

/** A user as the actor of an entry of the audit log. */
export const userNote = (user: Pick<UserRecord, 'id' | 'email'> | undefined) =>
  user === undefined
    ? ({ actorType: 'anonymous' } as const)
    : ({ actorType: 'user', actorId: user.id, actor: user.email } as const)
