import { describe, expect, it } from 'vitest'
import { ApiProblem, explainedError, userMessage } from './problem.ts'

describe('an error of the server', () => {
  it.each([
    [404, 'notFound', 'Not Found', 'This doesn’t exist, or you don’t have access to it.'],
    [403, 'forbidden', 'Forbidden', 'You don’t have permission to do this.'],
    [403, 'forbidden', 'The current password is wrong.', 'The current password is wrong.'],
    [
      403,
      'requiredAccessLevel',
      'You need to have writer access to this calendar.',
      'You don’t have permission to change this calendar. Ask its owner for access.',
    ],
    [
      400,
      'toString',
      'Bad Request',
      'The server didn’t accept this. Check your input and try again.',
    ],
    [
      500,
      'backendError',
      'Backend Error',
      'Something went wrong on the server. Try again in a moment.',
    ],
    [503, 'unknown', '', 'Something went wrong on the server. Try again in a moment.'],
    [418, 'unknown', '', 'Something went wrong.'],
    [
      400,
      'invalid',
      '0x00000F02 Invalid value. Details: [revenueMicros is not a number. index=3 conversionId=a]',
      'revenueMicros is not a number.',
    ],
    [400, 'invalid', '0x00000F02 Invalid value. Details: []', 'Invalid value.'],
  ])('%i %s says what the user can do', (status, reason, message, expected) => {
    expect(userMessage({ status, reason, message })).toBe(expected)
  })

  it('can have another message in the context of a call', () => {
    const problem = new ApiProblem({ status: 404, reason: 'notFound', message: 'Not Found' })
    expect(explainedError(problem, { notFound: 'No such calendar.' })).toMatchObject({
      message: 'No such calendar.',
    })
    expect(explainedError(problem, { duplicate: 'Twice.' })).toBe(problem)
    expect(problem.serverMessage).toBe('Not Found')
  })
})
