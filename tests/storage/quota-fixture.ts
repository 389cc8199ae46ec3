import assert from 'node:assert/strict'
import type { Clock } from '#/kernel/clock.ts'
import { ApiError } from '#/kernel/errors.ts'
import { silentLog } from '#/kernel/log.ts'
import type { QuotaLimits } from '#/quota/limits.ts'
import { QuotaMeter, type QuotaMeterContext } from '#/quota/meter.ts'
import type { Database } from '#/storage/port.ts'

export const meterFor = (
  database: Database,
  clock: Clock,
  limits: QuotaLimits,
  more: Partial<QuotaMeterContext> = {},
) => new QuotaMeter({ database, clock, log: silentLog, limits, ...more })

interface Request {
  readonly user?: string
  readonly client?: string
  readonly units?: number
  readonly status?: 403 | 429
}

/** Charges one request and gives the refusal, if there was one. */
export async function refusalOf(
  meter: QuotaMeter,
  { user = 'ann', client = 'app', units = 1, status = 403 }: Request = {},
): Promise<ApiError | undefined> {
  try {
    await meter.charge({
      userSubject: `user:${client}:${user}`,
      clientSubject: `client:${client}`,
      units,
      status,
    })
    return undefined
  } catch (error) {
    assert.ok(error instanceof ApiError)
    return error
  }
}

/** How many of so many requests, one after the other, are let pass. */
export async function passedCount(meter: QuotaMeter, count: number, request: Request = {}) {
  let passed = 0
  for (let index = 0; index < count; index++) {
    if ((await refusalOf(meter, request)) === undefined) passed++
  }
  return passed
}
