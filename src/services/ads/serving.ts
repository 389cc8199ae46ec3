import type { PlatformSettings } from '#/kernel/settings/settings.ts'
import type { Platform, ServedService, ServerPlatform } from '#/services/service.ts'
import { BackgroundDemo } from './demo/background.ts'
import { type AdsDependencies, adsContext } from './operation.ts'
import { importEnding } from './platform/import-ending.ts'
import { reportWriting } from './reports/report-job.ts'
import { reportPurge } from './reports/report-purge.ts'
import type { AdsSettings } from './service-settings.ts'

interface AdsServer extends Platform, ServerPlatform {
  readonly settings: PlatformSettings & AdsSettings
}

/** Runs the search advertising service in a server. */
export function serveAds(
  ads: AdsDependencies,
  { settings, log, allowances }: AdsServer,
): Omit<ServedService, 'service'> {
  const demo = new BackgroundDemo({ ...ads, settings, log })
  return {
    basePath: settings.adsBasePath,
    context: adsContext({ ...ads, allowances }),
    jobs: [reportPurge(ads), importEnding(ads)],
    longJobs: {
      jobs: [reportWriting({ ...ads, timeoutMs: 2 * settings.reportTimeoutMs })],
      concurrency: settings.reportsConcurrency,
    },
    createDemo: () => demo.begin(),
    start: () => ads.warehouse.files.tidy(),
    beginDraining: () => demo.end(),
  }
}
