import { afterAll, beforeAll, describe } from 'vitest'
import { type HttpCall, type HttpReply, send } from './http.ts'
import { type ServerPlace, type TestServer, type WireEngine, wireEngines } from './server.ts'
import { borrowServer, borrowWorld } from './server-pool.ts'
import { type BasePaths, WireUser } from './wire-user.ts'

/** An installation as the tests of one file see it: a world of a server that others use as well. */
export interface Site {
  /** Its root URL, without a slash at the end. */
  readonly base: string
  readonly paths: BasePaths
  /** Whether it runs on SQLite, which suffices for rules that do not depend on the engine. */
  readonly isEmbedded: boolean
  /** A user of its own for a test, or another token for one that there is. */
  user(wanted?: TokenWish): Promise<WireUser>
  /** Calls a path of the site as nobody in particular. */
  call(path: string, call?: HttpCall): Promise<HttpReply>
}

/** A site with a server and data of its own. */
export interface ServerSite extends Site {
  readonly place: ServerPlace
  readonly server: TestServer
}

interface TokenWish {
  readonly email?: string
  /** Without the part that all scopes have in common: `calendar.readonly`. */
  readonly scopes?: readonly string[]
  readonly clientId?: string
}

const defaultPaths: BasePaths = { calendar: '/calendar/v3', almanac: '/almanac/v1' }
const barePaths: BasePaths = { calendar: '/v3', almanac: '/v1' }

/** Declares tests once for each engine, in a world of their own. */
export function onEveryEngine(subject: string, declare: (site: Site) => void): void {
  declareOn(subject, engineConditions({}), { declare, open: openWorld })
}

/** Only on the embedded engine: for rules that do not depend on the engine. */
export function onEmbedded(subject: string, declare: (site: Site) => void): void {
  declareOn(subject, engineConditions({}).filter(isEmbedded), { declare, open: openWorld })
}

/**
 * On servers that only this file uses while it runs: for what starts, stops or configures servers, or
 * runs commands beside them.
 */
export function onServers(
  subject: string,
  declare: (site: ServerSite) => void,
  environment: Record<string, string> = {},
): void {
  declareOn(subject, engineConditions(environment), { declare, open: openServer })
}

/** The same on the embedded engine alone. */
export function onEmbeddedServer(
  subject: string,
  declare: (site: ServerSite) => void,
  environment: Record<string, string> = {},
): void {
  const conditions = engineConditions(environment).filter(isEmbedded)
  declareOn(subject, conditions, { declare, open: openServer })
}

/** In worlds of every engine, and once more on a server whose services answer at bare paths. */
export function onEverySite(subject: string, declare: (site: Site) => void): void {
  onEveryEngine(subject, declare)
  onBarePaths(subject, declare)
}

/** Only on a server whose services answer at bare paths. */
export function onBarePaths(subject: string, declare: (site: ServerSite) => void): void {
  declareOn(subject, [atBarePaths], { declare, open: openServer })
}

/** How often to try a property: on PostgreSQL a quarter suffices, because only the SQL differs. */
export const runsOn = ({ isEmbedded }: Pick<Site, 'isEmbedded'>, runs: number): number =>
  isEmbedded ? runs : Math.ceil(runs / 4)

interface Condition {
  readonly name: string
  readonly engine: WireEngine
  readonly paths: BasePaths
  readonly environment: Record<string, string>
}

const engineConditions = (environment: Record<string, string>): Condition[] =>
  wireEngines.map((engine) => ({
    name: `on ${engine.name}`,
    engine,
    paths: defaultPaths,
    environment,
  }))

const isEmbedded = ({ engine }: Pick<Condition, 'engine'>): boolean => engine.name === 'sqlite'

const atBarePaths: Condition = {
  name: 'at bare base paths',
  engine: wireEngines.find(({ name }) => name === 'sqlite')!,
  paths: barePaths,
  environment: {
    ALMANAC_CALENDAR_BASE_PATH: barePaths.calendar,
    ALMANAC_ALMANAC_BASE_PATH: barePaths.almanac,
  },
}

interface OpenSite<S> extends AsyncDisposable {
  readonly site: S
}

interface Declaration<S> {
  readonly declare: (site: S) => void
  readonly open: (condition: Condition) => Promise<OpenSite<S>>
}

function declareOn<S extends Site>(
  subject: string,
  conditions: readonly Condition[],
  { declare, open }: Declaration<S>,
): void {
  describe(subject, () => {
    const usable = conditions.filter(({ engine }) => engine.unavailable === undefined)
    const opened = new Map<Condition, OpenSite<S>>()
    // Side by side, because most of a start is waiting.
    beforeAll(async () => {
      const sites = await Promise.all(usable.map(open))
      for (const [index, condition] of usable.entries()) opened.set(condition, sites[index]!)
    })
    afterAll(() => Promise.all([...opened.values()].map((one) => one[Symbol.asyncDispose]())))
    for (const condition of conditions) {
      const { name, engine } = condition
      describe.skipIf(engine.unavailable !== undefined)(name, () =>
        declare(laterSite(condition, () => opened.get(condition)!.site)),
      )
    }
  })
}

/** Stands for a site that is opened after the tests have been declared, for which its engine is known. */
function laterSite<S extends Site>(condition: Condition, find: () => S): S {
  const known = { isEmbedded: isEmbedded(condition), paths: condition.paths }
  return new Proxy(known as S, {
    get: (_, name) => (name in known ? known[name as keyof typeof known] : find()[name as keyof S]),
  })
}

async function openWorld(condition: Condition): Promise<OpenSite<Site>> {
  if (condition.engine.hasOtherWorlds) return openServer(condition)
  const world = await borrowWorld(condition.engine)
  return {
    site: siteAt(world.base, { paths: condition.paths, isEmbedded: isEmbedded(condition) }),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

async function openServer(condition: Condition): Promise<OpenSite<ServerSite>> {
  const borrowed = await borrowServer(condition)
  const { place, server } = borrowed
  return {
    site: {
      place,
      server,
      ...siteAt(server.base, { paths: condition.paths, isEmbedded: isEmbedded(condition) }),
    },
    [Symbol.asyncDispose]: () => borrowed[Symbol.asyncDispose](),
  }
}

function siteAt(base: string, { paths, isEmbedded }: Pick<Site, 'paths' | 'isEmbedded'>): Site {
  let users = 0
  const site: Site = {
    base,
    paths,
    isEmbedded,
    user: (wish = {}) => newUser(site, { email: `person${++users}@example.com`, ...wish }),
    call: (path, call) => send(`${base}${path}`, call),
  }
  return site
}

async function newUser(
  site: Pick<Site, 'call' | 'base' | 'paths'>,
  { email, scopes, clientId }: TokenWish,
): Promise<WireUser> {
  const wanted = {
    email,
    ...(scopes && { scopes: scopes.map(scopeUri) }),
    ...(clientId && { clientId }),
  }
  const minted = await site.call('/_almanac/tokens', { method: 'POST', body: wanted })
  if (minted.status !== 200) throw new Error(`no token: ${minted.status} ${minted.text}`)
  return new WireUser(site, minted.json as { email: string; token: string } & object)
}

/** A server that a test has started itself, as other tests see theirs. */
export const siteOf = (place: ServerPlace, server: TestServer): ServerSite => ({
  place,
  server,
  ...siteAt(server.base, {
    paths: defaultPaths,
    isEmbedded: place.environment.ALMANAC_DATABASE_URL === undefined,
  }),
})

const scopeUri = (name: string) => `https://www.googleapis.com/auth/${name}`
