import { type Call, type Contract, operationsOf, type User } from '#/contract/operation.ts'
import { int64 } from '#/contract/schema.ts'
import type { Enqueue } from '#/jobs/enqueue.ts'
import type { Clock } from '#/kernel/clock.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { Allowances } from '#/services/service.ts'
import type { Database } from '#/storage/port.ts'
import { requireAdvertiser } from './access.ts'
import type { AdsRole } from './domain/role.ts'
import type { IdPairsFiles } from './reports/id-pairs-file.ts'
import type { ReportFiles } from './reports/report-files.ts'
import type { RunningReports } from './reports/running-reports.ts'
import { adsScopes } from './scopes.ts'
import type { Accounts } from './store/accounts.ts'
import type { Catalogs } from './store/advertiser-catalog.ts'
import type { AdvertiserRow, Advertisers } from './store/advertisers.ts'
import type { Conversions } from './store/conversions.ts'
import type { Entities } from './store/entities.ts'
import type { Grants } from './store/grants.ts'
import type { Imports } from './store/imports.ts'
import type { Platform } from './store/platform.ts'
import type { PlatformHistory } from './store/platform-history.ts'
import type { PlatformSettings } from './store/platform-settings.ts'
import type { Reports } from './store/reports.ts'
import type { Visits } from './store/visits.ts'
import type { Warehouse } from './warehouse/fact-import.ts'
import type { ReportEngine } from './warehouse/report-engine.ts'

/** The minimum role of an operation on the advertiser in its path, or in each row of its body. */
interface AdsAccess {
  readonly advertiserId?: AdsRole
  readonly customerId?: AdsRole
}

/** What the search advertising service depends on: stores, caches and limits. */
export interface AdsDependencies {
  readonly database: Database
  readonly clock: Clock
  readonly advertisers: Advertisers
  readonly accounts: Accounts
  readonly entities: Entities
  readonly visits: Visits
  readonly catalogs: Catalogs
  readonly conversions: Conversions
  readonly grants: Grants
  readonly platform: Platform
  readonly platformSettings: PlatformSettings
  readonly platformHistory: PlatformHistory
  readonly imports: Imports
  /** The number of rows written per transaction. */
  readonly importRowsMax: number
  readonly idPairs: IdPairsFiles
  readonly warehouse: Warehouse
  readonly conversionLimits: ConversionLimits
  readonly reports: Reports
  readonly reportFiles: ReportFiles
  readonly reportEngine: ReportEngine
  readonly runningReports: RunningReports
  readonly reportLimits: ReportLimits
  readonly randomBytes: RandomBytes
  readonly enqueue: Enqueue
  /** The base path of the service. */
  readonly basePath: string
}

export interface ConversionLimits {
  /** The maximum number of rows per request. */
  readonly rowsMax: number
  /** The earliest time of a conversion. */
  readonly earliestMs: number
  /** Whether one invalid row rejects the whole request. */
  readonly isWhole: boolean
  /** Whether the rows were exported, so that the age of a click does not matter, nor a time in the future. */
  readonly isImport?: boolean
}

export interface ReportLimits {
  /** How far back changes of metrics can be requested. */
  readonly changesDaysMax: number
  /** Whether only some report types can be generated synchronously. */
  readonly generatesFew: boolean
  /** Whether metrics that cannot be split by the segments of a report are rejected. */
  readonly isStrict: boolean
  /** How Boolean values are written. */
  readonly booleans: 'words' | 'digits'
  /** The lowest limit that a request can set for rows per file. */
  readonly rowsPerFileMin: number
  /** The maximum number of open reports per user. */
  readonly openMax: number
  /** How long files are stored. */
  readonly keepMs: number
}

/** The context of this service's handlers. */
export interface AdsContext extends AdsDependencies {
  readonly caller: User
}

type Soon<T> = T | Promise<T>

interface OfServer extends Pick<Call, 'origin'> {
  readonly allowances: Allowances
  /** The minimum role on an advertiser that the contract declares. */
  readonly least: AdsRole | undefined
}

const terms = { scopes: [adsScopes.everything] }

export const operation = operationsOf<AdsAccess, AdsContext & OfServer>(terms)

/** The parameters that name the advertiser in a path. */
export const ofAdvertiser = {
  agencyId: int64({ about: 'The agency.' }),
  advertiserId: int64({ about: 'The advertiser.' }),
}

/** An operation on the advertiser in its path. The handler gets the advertiser if the caller has access. */
export const advertiserOperation = operationsOf<
  Required<Pick<AdsAccess, 'advertiserId'>>,
  AdsContext & OfServer & { readonly advertiser: AdvertiserRow }
>(terms)

/** Creates the context of a call. */
export const adsContext =
  (ads: AdsDependencies & Pick<OfServer, 'allowances'>) =>
  (call: Call, contract: Contract): Soon<AdsContext & OfServer & Call> => {
    const { advertiserId: least } = (contract.access ?? {}) as AdsAccess
    const context = { ...ads, ...call, caller: call.caller as User, least }
    const { agencyId, advertiserId } = call.params
    // Rows in a body name their advertisers themselves.
    if (least === undefined || typeof advertiserId !== 'string') return context
    const named = { agencyId: String(agencyId), advertiserId }
    return requireAdvertiser(context, ads.database, { ...named, least }).then((advertiser) => ({
      ...context,
      advertiser,
    }))
  }
