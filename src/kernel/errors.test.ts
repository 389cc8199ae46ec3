import { expect, it } from 'vitest'
import { shortageAsRefusal } from './errors.ts'

it.each([{ code: 'EMFILE' }, { code: 'ERR_SQLITE_ERROR', errcode: 13 }])(
  'a failure for lack of system resources is temporary: %j',
  (details) => {
    const error = Object.assign(new Error('too little of something'), details)
    expect(shortageAsRefusal(error)).toMatchObject({ status: 503, cause: error })
  },
)

it.each([new Error('a bug'), Object.assign(new Error(), { code: 'EACCES' }), null, 'text'])(
  'another failure stays what it is: %s',
  (error) => {
    expect(shortageAsRefusal(error)).toBe(error)
  },
)
