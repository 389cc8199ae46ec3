import { join } from 'node:path'
import type { Provisioner, UserRecord } from '#/auth/directory/directory.ts'
import type { Api } from '#/contract/operation.ts'
import type { PlatformSettings } from '#/kernel/settings/settings.ts'
import type { OpenService, Platform, Service } from '#/services/service.ts'
import { poolerOptions, sqlitePath } from '#/storage/open.ts'
import { connectionShares } from '#/storage/postgres/connections/connection-shares.ts'
import { adsProblems } from './check.ts'
import type { DemoParameters } from './demo/plan.ts'
import type { SeededKind } from './demo/seeding.ts'
import { type ShownGrants, shownGrants } from './granting.ts'
import type { AdsDependencies } from './operation.ts'
import { IdPairsFiles } from './reports/id-pairs-file.ts'
import { FolderFiles, PieceFiles } from './reports/report-files.ts'
import { RunningReports } from './reports/running-reports.ts'
import { adsScopes } from './scopes.ts'
import type { AdsSettings } from './service-settings.ts'
import { Accounts } from './store/accounts.ts'
import { Catalogs } from './store/advertiser-catalog.ts'
import { Advertisers } from './store/advertisers.ts'
import { Conversions } from './store/conversions.ts'
import { Entities } from './store/entities.ts'
import { FactFileList } from './store/fact-files.ts'
import { Grants } from './store/grants.ts'
import { Imports } from './store/imports.ts'
import { Platform as PlatformRows } from './store/platform.ts'
import { PlatformHistory } from './store/platform-history.ts'
import { PlatformSettings as PlatformSettingRows } from './store/platform-settings.ts'
import { ReportPieces } from './store/report-pieces.ts'
import { Reports } from './store/reports.ts'
import { Visits } from './store/visits.ts'
import { EmbeddedWarehouse } from './warehouse/embedded/warehouse.ts'
import { FactFiles } from './warehouse/fact-files.ts'
import type { Warehouse } from './warehouse/fact-import.ts'
import { FactTables } from './warehouse/fact-tables.ts'

export { demoParameters } from './demo/plan.ts'
export { grantAds, grantsOf, revokeAds } from './granting.ts'
export { missingRateTexts } from './missing-rates.ts'
export { importFile, sourceFiles } from './platform/sources/import-file.ts'

const adsApi: Api = {
  name: 'doubleclicksearch',
  version: 'v2',
  title: 'Search Ads 360 API',
  description: 'Conversions and reports of search advertising.',
  basePath: '/doubleclicksearch/v2',
  basePathIn: 'methodPaths',
  batchPath: 'common',
  quotaStatus: 429,
  serviceName: 'doubleclicksearch.googleapis.com',
  allowance: 'adsOther',
}

export const adsService: Service = {
  api: adsApi,
  scopes: Object.values(adsScopes),
  consoleAreas: ['ads'],
  loadOperations: async () => (await import('./operations.ts')).adsOperations,
}

interface AdsPlatform extends Platform {
  readonly settings: PlatformSettings & AdsSettings
}

interface OpenAds extends AdsDependencies, OpenService {
  /** The grants of users, as administrators see them. */
  readonly shownGrants: ShownGrants
  /** Merges statistics files left by imports, and returns their number. */
  mergeStatistics(): Promise<number>
  /** Creates a fictional agency, and reports the numbers of its entities. */
  seedDemo(user: DemoUser, parameters: DemoParameters): Promise<AsyncIterable<SeededKind>>
}

type DemoUser = Pick<UserRecord, 'id' | 'email'>

/** Opens the search advertising service on a database. */
export async function openAds(platform: AdsPlatform): Promise<OpenAds> {
  const ads = await composeAds(platform)
  const { settings } = platform
  return {
    ...ads,
    shownGrants: shownGrants(ads),
    mergeStatistics: async () => {
      const { mergeFiles } = await import('./warehouse/merging.ts')
      return mergeFiles(ads.warehouse)
    },
    seedDemo: async (user, parameters) => {
      const { seedDemo } = await import('./demo/seeding.ts')
      return seedDemo(ads, user, parameters)
    },
    provisioner: adsProvisioner(ads),
    allowances: {
      adsGenerate: settings.quotaAdsGeneratePerDay,
      adsRequest: settings.quotaAdsRequestPerDay,
      adsOther: settings.quotaAdsOtherPerDay,
    },
    attachedFiles: ads.warehouse.files,
    problems: () => adsProblems(ads),
    completeRestore: async () => {
      const { settle } = await import('./warehouse/settling.ts')
      await settle(ads.warehouse)
    },
    close: async () => ads.reportEngine[Symbol.asyncDispose](),
    serve: async (server) => {
      const { serveAds } = await import('./serving.ts')
      return { ...serveAds(ads, { ...platform, ...server }), service: adsService }
    },
  }
}

async function composeAds(platform: AdsPlatform): Promise<AdsDependencies> {
  const { settings, database, clock, randomBytes, enqueue } = platform
  const entities = new Entities()
  return {
    database,
    clock,
    advertisers: new Advertisers(),
    accounts: new Accounts(),
    entities,
    visits: new Visits(),
    catalogs: new Catalogs(database),
    conversions: new Conversions(),
    grants: new Grants(),
    platform: new PlatformRows(),
    platformSettings: new PlatformSettingRows(),
    platformHistory: new PlatformHistory(),
    imports: new Imports(),
    importRowsMax: settings.adsImportRowsMax,
    idPairs: new IdPairsFiles({
      database,
      entities,
      folder: join(settings.dataDir, 'files', 'id-mapping'),
      randomBytes,
    }),
    warehouse: openWarehouse(platform, entities),
    conversionLimits: {
      rowsMax: settings.conversionsMax,
      earliestMs: Temporal.Instant.from(`${settings.conversionsSince}T00Z`).epochMilliseconds,
      isWhole: settings.conversionBatches === 'whole',
    },
    ...(await openReports(platform)),
    reports: new Reports(),
    runningReports: new RunningReports(),
    reportLimits: {
      changesDaysMax: settings.reportChangesDays,
      generatesFew: settings.reportsAtOnce === 'few',
      isStrict: settings.reportSegments === 'strict',
      booleans: settings.reportBooleans,
      rowsPerFileMin: settings.reportRowsPerFileMin,
      openMax: settings.reportsPerUserMax,
      keepMs: settings.reportKeepDays * 86_400_000,
    },
    randomBytes,
    enqueue,
    basePath: settings.adsBasePath,
  }
}

/** Opens the report engine and the storage of its files. */
async function openReports({
  settings,
  database,
  log,
}: AdsPlatform): Promise<Pick<AdsDependencies, 'reportEngine' | 'reportFiles'>> {
  const { dataDir, databaseUrl, warehouseMemoryMb: memoryMb, reportTimeoutMs } = settings
  const folder = join(dataDir, 'warehouse')
  if (database.engine === 'postgres') {
    const { PostgresAnalysis } = await import('#/storage/postgres/analysis.ts')
    const { PostgresWarehouse } = await import('./warehouse/postgres/warehouse.ts')
    const pieces = new ReportPieces()
    const analysis = new PostgresAnalysis({
      ...poolerOptions(settings),
      url: databaseUrl,
      readUrl: settings.databaseReadUrl,
      log,
      connectionsMax: connectionShares(settings.databaseConnectionsMax).reports,
      statementTimeoutMs: reportTimeoutMs,
    })
    return {
      reportEngine: new PostgresWarehouse({ analysis, database, pieces, folder, memoryMb }),
      reportFiles: new PieceFiles(database, pieces),
    }
  }
  const filesFolder = join(dataDir, 'files', 'reports')
  return {
    reportEngine: new EmbeddedWarehouse({
      databasePath: sqlitePath(dataDir),
      folder,
      filesFolder,
      memoryMb,
      threads: settings.warehouseThreads,
      queryTimeoutMs: reportTimeoutMs,
      idleMs: settings.warehouseIdleMs,
      epoch: () => database.epoch,
      log,
    }),
    reportFiles: new FolderFiles(filesFolder),
  }
}

function openWarehouse(
  { settings, database, clock, randomBytes }: AdsPlatform,
  entities: Entities,
): Warehouse {
  const folder = join(settings.dataDir, 'warehouse')
  const list = new FactFileList()
  return {
    database,
    entities,
    folder,
    memoryMb: settings.adsImportMemoryMb,
    files: new FactFiles({ database, list, clock, randomBytes, folder }),
    tables: new FactTables({ database, clock }),
  }
}

/**
 * Deletes the grants and reports of removed users, so that a later user with the same address does not get
 * them.
 */
const adsProvisioner = ({
  grants,
  reports,
}: Pick<AdsDependencies, 'grants' | 'reports'>): Provisioner => ({
  welcome: async () => {},
  dismiss: async (tx, user) => {
    await grants.dismiss(tx, user.id)
    await reports.dismiss(tx, user.id)
  },
  dismissGroup: async () => {},
})
