import { expect, it } from 'vitest'
import { ApiError } from '#/kernel/errors.ts'
import { asRefusal, isRetryable } from './failure.ts'

const coded = (code: string, message = 'A failure.') => Object.assign(new Error(message), { code })

it('a commit that a server of a cluster did not answer is refused with 503', () => {
  const refusal = asRefusal(
    coded('XX000', 'could not commit transaction for shard 102008 on at least one active node'),
  )
  expect(refusal).toBeInstanceOf(ApiError)
  expect(refusal).toMatchObject({ status: 503 })
})

it('it is not retried, because it may have been committed', () => {
  const error = coded('XX000', 'could not commit transaction for shard 102008')
  expect(isRetryable(error)).toBe(false)
})

it('other internal errors are not hidden', () => {
  const error = coded('XX000', 'cache lookup failed')
  expect(asRefusal(error)).toBe(error)
})
