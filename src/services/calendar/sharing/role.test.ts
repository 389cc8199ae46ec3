import { describe, expect, it } from 'vitest'
import { higherOf, isAtLeast, isRole, lowerOf, roles } from './access-rule.ts'

describe('a role', () => {
  it('includes every role before it and none behind it', () => {
    for (const [rank, role] of roles.entries()) {
      for (const [otherRank, other] of roles.entries()) {
        expect(isAtLeast(role, other)).toBe(rank >= otherRank)
      }
    }
  })

  it('is at most the higher of two, and at least the lower of two', () => {
    for (const [rank, role] of roles.entries()) {
      for (const [otherRank, other] of roles.entries()) {
        expect(higherOf(role, other)).toBe(roles[Math.max(rank, otherRank)])
        expect(lowerOf(role, other)).toBe(roles[Math.min(rank, otherRank)])
      }
    }
  })

  it.each(['', 'Reader', 'READER', 'king', 'toString', '__proto__', 'reader '])(
    'is not %j',
    (text) => {
      expect(isRole(text)).toBe(false)
    },
  )
})
