import { describe, expect, it } from 'vitest'
import { seededRandomBytes } from '#/kernel/randomness.ts'
import { newTotpSecret, totpAddress, totpCode, totpStepAt, totpStepOf } from './totp.ts'

/** The secret of RFC 6238, appendix B: the digits 1 to 0, twice, in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('a time-based one-time password', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %d seconds is the one of RFC 6238', (seconds, code) => {
    expect(totpCode(secret, totpStepAt(seconds * 1000), 8)).toBe(code)
    expect(totpCode(secret, totpStepAt(seconds * 1000))).toBe(code.slice(2))
  })

  const nowMs = 1_111_111_111_000
  const current = totpStepAt(nowMs)

  it.each([
    [-2, undefined],
    [-1, current - 1],
    [0, current],
    [1, current + 1],
    [2, undefined],
  ])('of a clock that is off by %d steps belongs to step %s', (skew, step) => {
    expect(totpStepOf(secret, totpCode(secret, current + skew), nowMs)).toBe(step)
  })

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', ' 12345', '-12345'])(
    'is never %j',
    (code) => {
      expect(totpStepOf(secret, code, nowMs)).toBeUndefined()
    },
  )

  it('is computed at the beginning of time', () => {
    expect(totpStepOf(secret, totpCode(secret, 0), 0)).toBe(0)
  })
})

describe('a new secret', () => {
  it('has 160 bits in base32', () => {
    expect(newTotpSecret(seededRandomBytes('totp'))).toMatch(/^[A-Z2-7]{32}$/)
  })

  it('is encoded in a URL that escapes names', () => {
    expect(totpAddress({ secret, email: 'a&b@example.com', issuer: 'Almanac' })).toBe(
      `otpauth://totp/Almanac:a%26b%40example.com?secret=${secret}&issuer=Almanac`,
    )
  })
})
