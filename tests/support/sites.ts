import { afterAll, beforeAll, describe } from 'vitest'
import { type HttpCall, type HttpReply, send } from './http.ts'
import { type ServerPlace, type TestServer, type WireEngine, wireEngines } from './server.ts'
import { type BorrowedServer, borrowServer } from './server-pool.ts'
import { type BasePaths, WireUser } from './wire-user.ts'

/** A running server as the tests of one file see it. */
export interface Site {
  readonly place: ServerPlace
  readonly server: TestServer
  readonly base: string
  readonly paths: BasePaths
  /** A user of its own for a test, or another token for one that there is. */
  user(wanted?: TokenWish): Promise<WireUser>
  /** Calls a path of the server as nobody in particular. */
  call(path: string, call?: HttpCall): Promise<HttpReply>
}

export interface TokenWish {
  readonly email?: string
  /** Without the part that all scopes have in common: `calendar.readonly`. */
  readonly scopes?: readonly string[]
  readonly clientId?: string
}

const defaultPaths: BasePaths = { calendar: '/calendar/v3', almanac: '/almanac/v1' }
const barePaths: BasePaths = { calendar: '/v3', almanac: '/v1' }

/** Declares tests once for each engine, on a server that is theirs until they end. */
export function onEveryEngine(
  subject: string,
  declare: (site: Site) => void,
  environment: Record<string, string> = {},
): void {
  declareOn(subject, engineConditions(environment), declare)
}

/** The same, and once more on a server whose services answer at bare paths. */
export function onEverySite(subject: string, declare: (site: Site) => void): void {
  declareOn(subject, [...engineConditions({}), atBarePaths], declare)
}

/** Only on the embedded engine, for what does not depend on the engine, such as pages. */
export function onEmbedded(
  subject: string,
  declare: (site: Site) => void,
  environment: Record<string, string> = {},
): void {
  declareOn(subject, engineConditions(environment).slice(0, 1), declare)
}

/** Only on a server whose services answer at bare paths. */
export function onBarePaths(subject: string, declare: (site: Site) => void): void {
  declareOn(subject, [atBarePaths], declare)
}

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

const atBarePaths: Condition = {
  name: 'at bare base paths',
  engine: wireEngines.find(({ name }) => name === 'sqlite')!,
  paths: barePaths,
  environment: {
    ALMANAC_CALENDAR_BASE_PATH: barePaths.calendar,
    ALMANAC_ALMANAC_BASE_PATH: barePaths.almanac,
  },
}

function declareOn(
  subject: string,
  conditions: readonly Condition[],
  declare: (site: Site) => void,
): void {
  describe(subject, () => {
    const sites = conditions.map((condition) => new StartedSite(condition))
    const usable = sites.filter(({ unavailable }) => unavailable === undefined)
    // Side by side, because most of a start is waiting.
    beforeAll(() => Promise.all(usable.map((site) => site.start())))
    afterAll(() => Promise.all(usable.map((site) => site[Symbol.asyncDispose]())))
    for (const site of sites) {
      describe.skipIf(site.unavailable !== undefined)(site.name, () => declare(site))
    }
  })
}

class StartedSite implements Site {
  readonly #condition: Condition
  #borrowed: BorrowedServer | undefined
  #users = 0

  constructor(condition: Condition) {
    this.#condition = condition
  }

  get name(): string {
    return this.#condition.name
  }

  get unavailable(): string | undefined {
    return this.#condition.engine.unavailable
  }

  get paths(): BasePaths {
    return this.#condition.paths
  }

  get place(): ServerPlace {
    return this.#borrowed!.place
  }

  get server(): TestServer {
    return this.#borrowed!.server
  }

  get base(): string {
    return this.server.base
  }

  async start(): Promise<void> {
    this.#borrowed = await borrowServer(this.#condition)
  }

  user(wish: TokenWish = {}): Promise<WireUser> {
    return newUser(this, { email: `person${++this.#users}@example.com`, ...wish })
  }

  call(path: string, call?: HttpCall): Promise<HttpReply> {
    return send(`${this.base}${path}`, call)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#borrowed?.[Symbol.asyncDispose]()
  }
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
export function siteOf(place: ServerPlace, server: TestServer): Site {
  let users = 0
  const { base } = server
  const site: Site = {
    place,
    server,
    base,
    paths: defaultPaths,
    user: (wish = {}) => newUser(site, { email: `person${++users}@example.com`, ...wish }),
    call: (path, call) => send(`${base}${path}`, call),
  }
  return site
}

const scopeUri = (name: string) => `https://www.googleapis.com/auth/${name}`
