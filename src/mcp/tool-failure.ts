import type { ApiError } from '#/kernel/errors.ts'

/** The error message of a tool for models, with the next step. */
export function failureText(error: ApiError): string {
  const [first] = error.refusals
  const where = first?.location === undefined ? '' : ` (${first.location})`
  return `${error.message}${where}\nNext step: ${nextStep(error)}`
}

function nextStep({ status, refusals, detail }: ApiError): string {
  const [refusal] = refusals
  if (refusal?.domain === 'usageLimits') {
    return 'Wait a minute before you call this tool again, and request fewer items.'
  }
  if (status === 403 && (refusal?.reason === 'insufficientPermissions' || detail !== undefined)) {
    return 'Ask the user to sign in again and to allow what this tool needs. Calling it again does not help.'
  }
  return stepsByStatus[status] ?? stepsByClass[status >= 500 ? 'server' : 'caller']
}

const stepsByStatus: Readonly<Record<number, string>> = {
  400: 'Correct the arguments as the message says, and call the tool again.',
  401: 'Ask the user to sign in again.',
  403: 'The user is not allowed to do this. Ask the user, or use another calendar or resource.',
  404: 'Check the id with the matching list or search tool, such as list_calendars or list_events.',
  409: 'It exists already. Read it, and decide whether to update it instead.',
  410: 'It was deleted. List or search again to get current ids.',
  412: 'It was changed by someone else in the meantime. Read it again, and repeat the call if it still applies.',
  413: 'Send less text.',
}

const stepsByClass = {
  caller: 'Read the message, and call the tool again with other arguments.',
  server: 'Try again later.',
}
