import { afterAll, beforeAll, describe } from 'vitest'
import { type HttpCall, type HttpReply, send } from './http.ts'
import { type ServerPlace, type TestServer, type WireEngine, wireEngines } from './server.ts'
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

/** Declares tests once for each engine, on a server of their own. */
export function onEveryEngine(
  subject: string,
  declare: (site: Site) => void,
  environment: Record<string, string> = {},
): void {
  for (const engine of wireEngines) {
    declareOn({ engine, paths: defaultPaths, environment }, `${subject} on ${engine.name}`, declare)
  }
}

/** The same, and once more on a server whose services answer at bare paths. */
export function onEverySite(subject: string, declare: (site: Site) => void): void {
  onEveryEngine(subject, declare)
  onBarePaths(subject, declare)
}

/** Declares tests on a server whose services answer at bare paths. */
export function onBarePaths(subject: string, declare: (site: Site) => void): void {
  const environment = {
    ALMANAC_CALENDAR_BASE_PATH: barePaths.calendar,
    ALMANAC_ALMANAC_BASE_PATH: barePaths.almanac,
  }
  const engine = wireEngines.find(({ name }) => name === 'sqlite')!
  declareOn({ engine, paths: barePaths, environment }, `${subject} at bare base paths`, declare)
}

interface Conditions {
  readonly engine: WireEngine
  readonly paths: BasePaths
  readonly environment: Record<string, string>
}

function declareOn(
  { engine, paths, environment }: Conditions,
  title: string,
  declare: (site: Site) => void,
): void {
  describe.skipIf(engine.unavailable !== undefined)(title, () => {
    let place: ServerPlace
    let server: TestServer
    let users = 0
    beforeAll(async () => {
      place = await engine.place()
      server = await place.start(environment)
    })
    afterAll(() => place?.[Symbol.asyncDispose]())
    declare({
      get place() {
        return place
      },
      get server() {
        return server
      },
      get base() {
        return server.base
      },
      paths,
      async user({ email = `person${++users}@example.com`, scopes, clientId } = {}) {
        const minted = await send(`${server.base}/_almanac/tokens`, {
          method: 'POST',
          body: {
            email,
            ...(scopes && { scopes: scopes.map(scopeUri) }),
            ...(clientId && { clientId }),
          },
        })
        if (minted.status !== 200) throw new Error(`no token: ${minted.status} ${minted.text}`)
        return new WireUser({ base: server.base, paths }, minted.json as never)
      },
      call: (path, call) => send(`${server.base}${path}`, call),
    })
  })
}

const scopeUri = (name: string) => `https://www.googleapis.com/auth/${name}`
