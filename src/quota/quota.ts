import type { Clock } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import type { PlatformSettings } from '#/kernel/settings/settings.ts'
import type { Database } from '#/storage/port.ts'
import { DailyAllowances } from './daily-allowances.ts'
import { QuotaMeter } from './meter.ts'
import { NetworkLimits, type NetworkRequest } from './network-limits.ts'
import { quotaPurge } from './purge.ts'

interface QuotaContext {
  readonly settings: PlatformSettings
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /** The services, with the units that a user may spend per day by the name of the allowance. */
  readonly services: readonly { readonly allowances?: Readonly<Record<string, number>> }[]
}

/** Opens the limits of what callers use: by user and client, by day, and by network. */
export function openQuota({ settings, database, clock, log, services }: QuotaContext) {
  // The order in which users see them.
  const allowances = services.toReversed().map((service) => service.allowances)
  const networkLimits = new NetworkLimits({
    clock,
    log,
    perMinute: {
      signIn: settings.signInRequestsPerMinute,
      token: settings.tokenRequestsPerMinute,
      tokenInfo: settings.tokenInfoRequestsPerMinute,
      deviceCode: settings.deviceCodesPerMinute,
    },
  })
  const quota = new QuotaMeter({
    database,
    clock,
    log,
    limits: {
      userPerMinute: settings.quotaUserPerMinute,
      userPerDay: settings.quotaUserPerDay,
      clientPerMinute: settings.quotaClientPerMinute,
      clientPerDay: settings.quotaClientPerDay,
    },
  })
  return {
    quota,
    allowances: new DailyAllowances({ database, clock, limits: Object.assign({}, ...allowances) }),
    /** Counts a request of a network. Returns 0, or the seconds to wait if a limit is exceeded. */
    chargeNetwork: (request: NetworkRequest, network: string) =>
      networkLimits.charge(request, network),
    part: {
      jobs: [quotaPurge],
      start: () => quota.start(),
      stop: () => quota.stop(),
    },
  }
}
