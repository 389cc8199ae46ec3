/** Limits of browser sessions. */
export interface SessionLimits {
  readonly sessionIdleHours: number
  readonly sessionDays: number
  readonly adminSessionIdleHours: number
  readonly adminSessionDays: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** When a session expires: after inactivity, and in any case some days after sign-in. */
export function sessionExpiresAtMs(
  limits: SessionLimits,
  session: { readonly isAdmin: boolean; readonly signedInAtMs: number; readonly nowMs: number },
): number {
  const { isAdmin, signedInAtMs, nowMs } = session
  const idleHours = isAdmin ? limits.adminSessionIdleHours : limits.sessionIdleHours
  const days = isAdmin ? limits.adminSessionDays : limits.sessionDays
  return Math.min(nowMs + idleHours * hourMs, signedInAtMs + days * dayMs)
}

/** The maximum lifetime of all sessions, in seconds, for the provider and the cookie. */
export const sessionSecondsMax = ({ sessionDays, adminSessionDays }: SessionLimits): number =>
  (Math.max(sessionDays, adminSessionDays) * dayMs) / 1000
