import { expect, it } from 'vitest'
import { shortageAsRefusal } from './errors.ts'

it('a failure for lack of system resources is temporary', () => {
  const error = Object.assign(new Error('too many open files'), { code: 'EMFILE' })
  expect(shortageAsRefusal(error)).toMatchObject({ status: 503, cause: error })
})

it.each([new Error('a bug'), Object.assign(new Error(), { code: 'EACCES' }), null, 'text'])(
  'another failure stays what it is: %s',
  (error) => {
    expect(shortageAsRefusal(error)).toBe(error)
  },
)
