import { describe, expect, it } from 'vitest'
import { SettableClock } from '#/kernel/clock.ts'
import { seededRandomBytes } from '#/kernel/randomness.ts'
import { Challenges } from './challenges.ts'

describe('a challenge for an authenticator', () => {
  const startMs = 1_800_000_000_000
  const clock = new SettableClock({ mode: 'frozen', atMs: startMs })
  const randomBytes = seededRandomBytes('challenges')
  const challenges = new Challenges({ secret: 'one', clock, randomBytes })
  const challenge = challenges.issue('sign-in:a')
  const changed = (challenge.startsWith('A') ? 'B' : 'A') + challenge.slice(1)

  it('contains the time of issue, and differs each time', () => {
    expect(challenges.issuedAtMs(challenge, 'sign-in:a')).toBe(startMs)
    expect(challenges.issue('sign-in:a')).not.toBe(challenge)
  })

  it.each([
    ['another purpose', challenge, 'sign-in:b'],
    ['other bytes', changed, 'sign-in:a'],
    ['nothing', '', 'sign-in:a'],
    ['half of it', challenge.slice(0, 40), 'sign-in:a'],
    ['something long', 'x'.repeat(10_000), 'sign-in:a'],
  ])('does not count with %s', (_, text, purpose) => {
    expect(challenges.issuedAtMs(text, purpose)).toBeUndefined()
  })

  it('does not count on a server with another secret', () => {
    const others = new Challenges({ secret: 'two', clock, randomBytes })
    expect(others.issuedAtMs(challenge, 'sign-in:a')).toBeUndefined()
  })

  it('expires after ten minutes', () => {
    clock.set({ mode: 'frozen', atMs: startMs + 600_000 })
    expect(challenges.issuedAtMs(challenge, 'sign-in:a')).toBeDefined()
    clock.set({ mode: 'frozen', atMs: startMs + 600_001 })
    expect(challenges.issuedAtMs(challenge, 'sign-in:a')).toBeUndefined()
  })
})
