/** How long people stay signed in in a browser. */
export interface SessionLimits {
  readonly sessionIdleHours: number
  readonly sessionDays: number
  readonly adminSessionIdleHours: number
  readonly adminSessionDays: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** When a session ends unless it is used again: after being idle, and in any case some days after sign-in. */
export function sessionExpiresAtMs(
  limits: SessionLimits,
  session: { readonly isAdmin: boolean; readonly signedInAtMs: number; readonly nowMs: number },
): number {
  const { isAdmin, signedInAtMs, nowMs } = session
  const idleHours = isAdmin ? limits.adminSessionIdleHours : limits.sessionIdleHours
  const days = isAdmin ? limits.adminSessionDays : limits.sessionDays
  return Math.min(nowMs + idleHours * hourMs, signedInAtMs + days * dayMs)
}

/** Longer than any session, in seconds: what the provider is told, and the cookie in the browser. */
export const sessionSecondsMax = ({ sessionDays, adminSessionDays }: SessionLimits): number =>
  (Math.max(sessionDays, adminSessionDays) * dayMs) / 1000
