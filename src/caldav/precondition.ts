import { refusal, refuse } from '#/kernel/errors.ts'

/** A precondition that RFC 4791 names is not met: the reason is the name of its element. */
export const preconditionFailed = (name: string, message: string, status = 403) =>
  refuse(status, refusal(name, message, 'caldav'))
