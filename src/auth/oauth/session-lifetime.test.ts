import { describe, expect, it } from 'vitest'
import { sessionExpiresAtMs } from './session-lifetime.ts'

const limits = {
  sessionIdleHours: 720,
  sessionDays: 30,
  adminSessionIdleHours: 12,
  adminSessionDays: 14,
}
const hourMs = 3_600_000
const dayMs = 24 * hourMs

describe('a session', () => {
  it.each([
    ['of an administrator ends when it is idle', true, 0, 12 * hourMs],
    ['of an administrator that is used goes on', true, 5 * dayMs, 5 * dayMs + 12 * hourMs],
    ['of an administrator ends some days after sign-in', true, 13.9 * dayMs, 14 * dayMs],
    ['of a user lasts longer', false, 0, 30 * dayMs],
    ['of a user ends some days after sign-in', false, 29 * dayMs, 30 * dayMs],
  ])('%s', (_, isAdmin, usedAfterMs, lastsMs) => {
    const signedInAtMs = 1_000_000
    const nowMs = signedInAtMs + usedAfterMs
    expect(sessionExpiresAtMs(limits, { isAdmin, signedInAtMs, nowMs })).toBe(
      signedInAtMs + lastsMs,
    )
  })
})
