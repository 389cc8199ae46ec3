import { type Call, type Contract, operationsOf, type User } from '#/contract/operation.ts'
import type { Clock } from '#/kernel/clock.ts'
import type { Database } from '#/storage/port.ts'
import type { AdsRole } from './domain/role.ts'
import type { IdPairsFiles } from './reports/id-pairs-file.ts'
import type { Catalogues } from './store/advertiser-catalogue.ts'
import type { Advertisers } from './store/advertisers.ts'
import type { Conversions } from './store/conversions.ts'
import type { Entities } from './store/entities.ts'
import type { Grants } from './store/grants.ts'
import type { Platform } from './store/platform.ts'
import type { PlatformHistory } from './store/platform-history.ts'
import type { PlatformSettings } from './store/platform-settings.ts'
import type { Visits } from './store/visits.ts'
import type { Warehouse } from './warehouse/fact-import.ts'

/** The least role of an operation on the advertiser that its path, or each row of its body, names. */
export interface AdsAccess {
  readonly advertiserId?: AdsRole
  readonly customerId?: AdsRole
}

/** What the search advertising service stands on. */
export interface AdsParts {
  readonly database: Database
  readonly clock: Clock
  readonly advertisers: Advertisers
  readonly entities: Entities
  readonly visits: Visits
  readonly catalogues: Catalogues
  readonly conversions: Conversions
  readonly grants: Grants
  readonly platform: Platform
  readonly platformSettings: PlatformSettings
  readonly platformHistory: PlatformHistory
  readonly idPairs: IdPairsFiles
  readonly warehouse: Warehouse
  readonly conversionLimits: ConversionLimits
}

export interface ConversionLimits {
  /** The most rows of one request. */
  readonly rowsMax: number
  /** No conversion is older than this. */
  readonly earliestMs: number
  /** A bad row refuses its whole request. */
  readonly isWhole: boolean
}

/** What the handlers of this service are given. */
export interface AdsGiven extends AdsParts {
  readonly caller: User
}

export const operation = operationsOf<AdsAccess, AdsGiven>()

/** Completes a call with what the handlers use. */
export const adsGiven =
  (parts: AdsParts) =>
  (call: Call, _contract: Contract): AdsGiven & Call => ({
    ...parts,
    ...call,
    caller: call.caller as User,
  })
