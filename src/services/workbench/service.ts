import type { Api, Caller } from '#/contract/operation.ts'
import type { ServedService, Service } from '#/services/service.ts'
import { workbenchGuard } from './guard.ts'
import { type WorkbenchDependencies, workbenchContext } from './operation.ts'

export { openClock } from './clock-setting.ts'
export { findFirstState, findSnapshot, putFirstState } from './store/snapshots.ts'
export type * from './worlds/world-registry.ts'

/** For people who test against this server. It exists in dev mode only. */
const workbenchApi: Api = {
  name: 'workbench',
  version: 'v1',
  title: 'Workbench',
  description: 'Controls tokens, clock, faults and data, for tests against this server.',
  basePath: '/_almanac',
  basePathIn: 'servicePath',
  batchPath: 'common',
  quotaStatus: 429,
}

export const workbenchService: Service = {
  api: workbenchApi,
  scopes: [],
  consoleAreas: [],
  loadOperations: async () => (await import('./operations.ts')).workbenchOperations,
}

interface WorkbenchServer
  extends Omit<WorkbenchDependencies, 'quota' | 'mailKinds' | 'clockJobs' | 'seed'> {
  readonly quota: QuotaPort
  /** The other services of the server. */
  readonly services: readonly ServedService[]
  /** Adds the first state of a server to an empty database. */
  readonly createFirstState: () => Promise<void>
  /** `devHosts` are the host names, in addition to loopback names, at which the workbench answers. */
  readonly settings: { readonly devHosts: readonly string[] }
  readonly isOwner: (caller: Caller) => Promise<boolean>
}

/** Runs the workbench in a server in dev mode. */
export function serveWorkbench({
  services,
  createFirstState,
  ...server
}: WorkbenchServer): ServedService {
  return {
    service: workbenchService,
    basePath: workbenchApi.basePath,
    guard: workbenchGuard({ ...server, ...server.settings }),
    context: workbenchContext({
      ...server,
      quota: shownQuota(server.quota),
      mailKinds: services.flatMap(({ mailKinds = [] }) => mailKinds),
      clockJobs: (atMs) => services.flatMap((service) => service.clockJobs?.(atMs) ?? []),
      seed: createFirstState,
    }),
  }
}

/** What the workbench needs to know of quotas. */
interface QuotaPort {
  reset(): Promise<void>
  usage(): Promise<
    readonly {
      readonly subject: string
      readonly minute: number
      readonly day: number
      readonly limits: { readonly minute: number | null; readonly day: number | null }
    }[]
  >
}

const shownQuota = (quota: QuotaPort): WorkbenchDependencies['quota'] => ({
  reset: () => quota.reset(),
  usage: async () =>
    (await quota.usage()).map(({ subject, minute, day, limits }) => ({
      subject,
      minute,
      day,
      ...(limits.minute === null ? {} : { minuteMax: limits.minute }),
      ...(limits.day === null ? {} : { dayMax: limits.day }),
    })),
})
