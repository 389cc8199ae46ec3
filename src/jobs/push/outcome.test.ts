import { describe, expect, it } from 'vitest'
import { outcomeOf } from './outcome.ts'

describe('the outcome of sending a message', () => {
  it.each([102, 200, 201, 202, 204])('is delivered for %i', (status) => {
    expect(outcomeOf({ status })).toBe('delivered')
  })

  it.each([500, 502, 503, 504])('is that it is sent again after %i', (status) => {
    expect(outcomeOf({ status })).toBe('retrying')
  })

  it.each([203, 205, 301, 302, 307, 400, 401, 403, 404, 410, 429, 501, 505])(
    'is that it is abandoned after %i',
    (status) => {
      expect(outcomeOf({ status })).toBe('failed')
    },
  )

  it('is a retry if the receiver did not answer', () => {
    expect(outcomeOf({ error: 'ECONNREFUSED' })).toBe('retrying')
  })

  it('is rejected if nothing may be sent', () => {
    expect(outcomeOf({ refusal: 'a private address' })).toBe('refused')
  })
})
