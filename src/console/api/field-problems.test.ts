import { expect, it } from 'vitest'
import { fieldProblems } from './field-problems.ts'
import { ApiProblem } from './problem.ts'

const fields = { email: /address/i, password: /password/i }
const problem = (message: string, location?: string) =>
  new ApiProblem({ status: 400, reason: 'invalid', message, location })

it.each([
  [problem('A user with this address already exists.'), 'email'],
  [problem('A password needs at least 10 characters.'), 'password'],
  [problem('This is too long.', 'password'), 'password'],
  [problem('Something else is wrong.'), 'email'],
])('%s is shown at one field', (error, field) => {
  expect(fieldProblems(error, fields)).toEqual({ [field]: error.message })
})

it('a form without an error has no problems', () => {
  expect(fieldProblems(null, fields)).toEqual({})
})
