import type { ApiError } from '#/kernel/errors.ts'
import type { Tool } from './tool.ts'

type Failing = Pick<Tool, 'args' | 'findIdsWith'>

/** The error message of a tool for models, with the next step. */
export function failureText(error: ApiError, tool: Failing): string {
  return `${error.message}${placeText(error, tool)}\nNext step: ${nextStep(error, tool)}`
}

/** Names the argument that is wrong, unless the message does. */
function placeText({ message, refusals }: ApiError, { args }: Failing): string {
  const location = refusals[0]?.location ?? ''
  const name = [location, ...(argumentsByParameter[location] ?? [])].find((one) => one in args)
  return name === undefined || message.includes(name) ? '' : ` (${name})`
}

/** The arguments that become a parameter of another name. */
const argumentsByParameter: Readonly<Record<string, readonly string[]>> = {
  timeMin: ['startTime'],
  timeMax: ['endTime'],
  q: ['query', 'fullText'],
  maxResults: ['pageSize'],
  langRestrict: ['language'],
  shelf: ['shelfId'],
}

function nextStep({ status, refusals, detail }: ApiError, { findIdsWith }: Failing): string {
  const [refusal] = refusals
  if (refusal?.domain === 'usageLimits') {
    return 'Wait a minute before you call this tool again, and request fewer items.'
  }
  if (status === 403 && (refusal?.reason === 'insufficientPermissions' || detail !== undefined)) {
    return 'Ask the user to sign in again and to allow what this tool needs. Calling it again does not help.'
  }
  if (refusal?.reason === 'undoLost') return 'Change it back with the other tools.'
  if (status === 404 && findIdsWith !== undefined) return `Get current ids with ${findIdsWith}.`
  return stepsByStatus[status] ?? stepsByClass[status >= 500 ? 'server' : 'caller']
}

const stepsByStatus: Readonly<Record<number, string>> = {
  400: 'Correct the arguments as the message says, and call the tool again.',
  401: 'Ask the user to sign in again.',
  403: 'The user is not allowed to do this. Ask the user, or use something that the user has access to.',
  404: 'Do not repeat the call. Tell the user that there is nothing like this.',
  409: 'It exists already. Read it, and decide whether to update it instead.',
  410: 'It was deleted. List or search again to get current ids.',
  412: 'It was changed by someone else in the meantime. Read it again, and repeat the call if it still applies.',
  413: 'Send less text.',
}

const stepsByClass = {
  caller: 'Read the message, and call the tool again with other arguments.',
  server: 'Try again later.',
}
