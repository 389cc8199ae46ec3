import { expect, it } from 'vitest'
import { integer, string } from '#/contract/schema.ts'
import { type ApiError, invalid, notFound, refusal, refusalFrom } from '#/kernel/errors.ts'
import { failureText } from './tool-failure.ts'

it.each<[string, ApiError, RegExp]>([
  [
    'bad arguments',
    invalid('pageSize', 'Too large.'),
    /^Too large\. \(pageSize\)\nNext step: Correct/,
  ],
  ['unknown ids', notFound(), /Get current ids with list_events\./],
  [
    'parameters of another name',
    invalid('timeMax', 'The range is empty.'),
    /^The range is empty\. \(endTime\)\n/,
  ],
  [
    'messages that name the argument',
    invalid('pageSize', 'pageSize is bad.'),
    /^pageSize is bad\.\n/,
  ],
  ['parameters that are no arguments', invalid('other', 'Bad.'), /^Bad\.\n/],
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
  const args = { pageSize: integer(), endTime: string() }
  expect(failureText(error, { args, findIdsWith: 'list_events' })).toMatch(expected)
})
