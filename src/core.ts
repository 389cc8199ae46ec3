import { ApiKeys } from '#/auth/api-keys.ts'
import { Directory } from '#/auth/directory.ts'
import { Domains } from '#/auth/domains.ts'
import { Groups } from '#/auth/groups.ts'
import { OAuthClients } from '#/auth/oauth-clients.ts'
import { ServiceAccounts } from '#/auth/service-accounts.ts'
import { Delegations } from '#/auth/service-accounts-delegation.ts'
import { Tokens } from '#/auth/tokens.ts'
import { enqueueWith } from '#/jobs/enqueue.ts'
import { SettableClock } from '#/kernel/clock.ts'
import type { Log } from '#/kernel/log.ts'
import { secureRandomBytes } from '#/kernel/randomness.ts'
import type { Settings } from '#/kernel/settings.ts'
import { knownScopes } from '#/scopes.ts'
import { calendarProblems } from '#/services/calendar/check.ts'
import { PageCache } from '#/services/calendar/events/page-cache.ts'
import { SeriesModels } from '#/services/calendar/events/series-models.ts'
import { BusyBlockCache } from '#/services/calendar/freebusy/busy-block-cache.ts'
import type { CalendarParts } from '#/services/calendar/operation.ts'
import { calendarProvisioner } from '#/services/calendar/provision.ts'
import { ResourceCalendars } from '#/services/calendar/resource-calendars.ts'
import { AccessRules } from '#/services/calendar/store/access-rules.ts'
import { CalendarLists } from '#/services/calendar/store/calendar-lists.ts'
import { Calendars } from '#/services/calendar/store/calendars.ts'
import { EffectiveRoles } from '#/services/calendar/store/effective-roles.ts'
import { Events } from '#/services/calendar/store/events.ts'
import { joinedReads } from '#/services/calendar/store/joined-reads.ts'
import { UserSettings } from '#/services/calendar/store/user-settings.ts'
import { openDatabase } from '#/storage/open.ts'
import type { Database } from '#/storage/port.ts'
import { lockDataDir } from '#/storage/sqlite/lock.ts'

/** What every command works with: the database and those who are known to it. */
export interface Core extends AsyncDisposable {
  readonly settings: Settings
  readonly log: Log
  readonly clock: SettableClock
  readonly database: Database
  readonly calendar: CalendarParts
  readonly directory: Directory
  readonly groups: Groups
  readonly domains: Domains
  readonly resources: ResourceCalendars
  readonly tokens: Tokens
  readonly apiKeys: ApiKeys
  readonly oauthClients: OAuthClients
  readonly serviceAccounts: ServiceAccounts
  readonly delegations: Delegations
}

/** Opens the database that the settings name. */
export async function openCore(settings: Settings, log: Log): Promise<Core> {
  const clock = new SettableClock()
  const randomBytes = secureRandomBytes
  const database = await openDatabase({
    url: settings.databaseUrl || undefined,
    dataDir: settings.dataDir,
    log,
    sqlite: { groupMembersMax: settings.commitGroupMax },
    postgres: { connectionsMax: settings.databasePoolMax },
  })
  const domains = new Domains({ database, clock })
  const calendar = openCalendarParts({ settings, database, clock, domains })
  const provisioners = [calendarProvisioner(calendar)]
  const directory = new Directory({ database, clock, randomBytes, provisioners })
  const known = { ...settings, database, clock, randomBytes, directory, provisioners }
  return {
    settings,
    log,
    clock,
    database,
    calendar,
    directory,
    groups: new Groups(known),
    domains,
    resources: new ResourceCalendars(calendar),
    tokens: new Tokens(clock, randomBytes),
    apiKeys: new ApiKeys(clock, randomBytes),
    oauthClients: new OAuthClients(known),
    serviceAccounts: new ServiceAccounts(known),
    delegations: new Delegations(database, knownScopes),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

function openCalendarParts({
  settings,
  database,
  clock,
  domains,
}: Pick<Core, 'settings' | 'database' | 'clock' | 'domains'>): CalendarParts {
  const calendars = new Calendars(database)
  const rules = new AccessRules(calendars)
  return {
    database,
    calendars,
    rules,
    roles: new EffectiveRoles(database, rules),
    lists: new CalendarLists(database),
    events: new Events(database),
    joined: joinedReads(database),
    models: new SeriesModels(),
    pages: new PageCache(settings.pageCacheMb * 1_000_000),
    busyBlocks: new BusyBlockCache(),
    settings: new UserSettings(database),
    domains,
    enqueue: enqueueWith({ clock, randomBytes: secureRandomBytes }),
    clock,
    randomBytes: secureRandomBytes,
    syncTokenLifetimeMs: settings.syncTokenDays * 86_400_000,
    attendeesMax: settings.attendeesMax,
    freeBusyLimits: {
      calendarsMax: settings.freeBusyCalendarsMax,
      groupMembersMax: settings.freeBusyGroupMax,
      daysMax: settings.freeBusyDaysMax,
    },
    answerLimits: {
      horizonMs: settings.answerHorizonDays * 86_400_000,
      instancesMax: settings.answerInstancesMax,
      declinesMax: settings.autoDeclinesMax,
    },
    importsOtherTypes: settings.importTypes === 'convert',
    conferenceUrl: settings.conferenceUrl,
  }
}

/** Keeps a second process from serving or replacing the same embedded database. */
export function reserveData({ databaseUrl, dataDir }: Settings): Disposable {
  return databaseUrl === '' ? lockDataDir(dataDir) : { [Symbol.dispose]: () => {} }
}

/** Everything that the engine and the services find wrong: empty when all is well. */
export async function check(database: Database): Promise<string[]> {
  return [...(await database.problems()), ...(await calendarProblems(database))]
}

export {
  authorizedUserFile,
  clientSecretFile,
  serverAddress,
  serviceAccountFile,
  textOfFile,
  writeCredentialFile,
} from '#/auth/credential-files.ts'
export { deadJobs, retryDead } from '#/jobs/inspection.ts'
export { allScopes } from '#/scopes.ts'
export { backupTo as backup, restoreFrom as restore } from '#/storage/archive.ts'
