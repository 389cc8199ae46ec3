import { msPerDay } from '../domain/civil-date.ts'
import { instantMsAt, wallMsAt } from '../domain/zone-offsets.ts'

/**
 * Where an instant lies among the midnights of a zone, in the terms of rows of whole days: at one,
 * or by a trifle before or after it. The wall clock alone does not tell, since in some zones it
 * skips a midnight or shows one twice.
 */
export function midnightTerm(zone: string, instantMs: number): number {
  const midnight = Math.floor(wallMsAt(zone, instantMs) / msPerDay) * msPerDay
  return midnight + Math.sign(instantMs - instantMsAt(zone, midnight))
}
