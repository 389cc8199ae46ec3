import { expect, it } from 'vitest'
import { type ApiError, invalid, notFound, refusal, refusalFrom } from '#/kernel/errors.ts'
import { failureText } from './tool-failure.ts'

it.each<[string, ApiError, RegExp]>([
  [
    'bad arguments',
    invalid('pageSize', 'Too large.'),
    /^Too large\. \(pageSize\)\nNext step: Correct/,
  ],
  ['unknown ids', notFound(), /list_calendars/],
  [
    'missing scopes',
    refusalFrom(403, [refusal('insufficientPermissions', 'No.')]),
    /sign in again/,
  ],
  ['missing roles', refusalFrom(403, [refusal('forbidden', 'No.')]), /not allowed/],
  [
    'an exceeded quota',
    refusalFrom(403, [refusal('rateLimitExceeded', 'No.', 'usageLimits')]),
    /Wait/,
  ],
  [
    'a change of someone else',
    refusalFrom(412, [refusal('conditionNotMet', 'No.')]),
    /Read it again/,
  ],
  ['a deleted resource', refusalFrom(410, [refusal('deleted', 'No.')]), /was deleted/],
  ['other refusals', refusalFrom(418, [refusal('teapot', 'No.')]), /other arguments/],
  ['failures of the server', refusalFrom(500, [refusal('backendError', 'No.')]), /later/],
])('%s come with a next step', (_, error, expected) => {
  expect(failureText(error)).toMatch(expected)
})
