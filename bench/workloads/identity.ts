import { schema } from '#/schema.ts'
import { Authenticator } from '../../src/auth/authenticator.ts'
import { ApiKeys } from '../../src/auth/credentials/api-keys.ts'
import { AppPasswords } from '../../src/auth/credentials/app-passwords.ts'
import { Tokens } from '../../src/auth/credentials/tokens.ts'
import { Directory } from '../../src/auth/directory/directory.ts'
import { SelfSigned } from '../../src/auth/service-accounts/self-signed.ts'
import { SettableClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/kernel/log.ts'
import { secureRandomBytes as randomBytes } from '../../src/kernel/randomness.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { BrowserUser } from '../../tests/support/browser-user.ts'
import { median } from '../comparison.ts'
import type { Figure } from '../figure.ts'
import { sendLoad } from '../load.ts'
import { benchFolder, callerEmail, makePlace, type Place } from '../place.ts'
import { requestBytes } from '../request.ts'

const connections = 32
const rounds = 5
const countPerRound = 1_500
const checksPerRound = 200_000

/** What it costs to know who calls, and how many tokens can be renewed in a second. */
export async function measureIdentity(): Promise<Figure[]> {
  return [await tokenCheck(), await refreshGrant()]
}

async function tokenCheck(): Promise<Figure> {
  await using folder = await benchFolder()
  await using database = await openDatabase({ schema, dataDir: folder.path, log: silentLog })
  const clock = new SettableClock()
  const directory = new Directory({ database, clock, randomBytes, provisioners: [] })
  const tokens = new Tokens(clock, randomBytes)
  const mode = 'production'
  const names = { mode, publicUrl: '', address: () => '', knownScopes: [] } as const
  const authenticator = new Authenticator({
    database,
    clock,
    tokens,
    apiKeys: new ApiKeys(clock, randomBytes),
    appPasswords: new AppPasswords({ clock, randomBytes, mode, allowedScopes: [] }),
    selfSigned: new SelfSigned({ database, clock, ...names }),
    tokenCacheMs: 5000,
    tokenCacheMax: 1000,
  })
  const token = await database.transaction(async (tx) => {
    const { user } = await directory.ensure(tx, { email: callerEmail })
    const scopes = ['https://www.googleapis.com/auth/calendar']
    return tokens.mint(tx, { userId: user.id, clientId: 'bench', scopes, origin: 'issued' })
  })
  const costs: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const before = process.cpuUsage()
    for (let check = 0; check < checksPerRound; check++) await authenticator.callerOf({ token })
    const { user, system } = process.cpuUsage(before)
    costs.push((user + system) / checksPerRound)
  }
  return {
    name: 'check of a warm access token',
    value: median(costs.slice(1)),
    unit: 'us',
    bounds: { better: 'lower', floor: 15 },
    detail: `${checksPerRound} checks a round, in one process`,
  }
}

async function refreshGrant(): Promise<Figure> {
  await using folder = await benchFolder()
  const place = await makePlace(folder.path)
  await using server = await place.start({ environment: { ALMANAC_MODE: 'dev' } })
  const body = await refreshBody(place, server.port)
  const contentType = 'application/x-www-form-urlencoded'
  const requests = [requestBytes({ method: 'POST', path: '/token', contentType, body })]
  const perSecond: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const ms = await sendLoad({ port: server.port, requests, count: countPerRound, connections })
    perSecond.push(countPerRound / (ms / 1000))
  }
  return {
    name: 'refresh grant, 32 connections',
    value: median(perSecond.slice(1)),
    unit: 'per second',
    bounds: { better: 'higher', floor: 300, aim: 800 },
    detail: `${countPerRound} a round, each a durable write`,
  }
}

/** The form with which a program renews its token, after a user has let it in. */
async function refreshBody({ almanac }: Place, port: number): Promise<string> {
  const base = `http://127.0.0.1:${port}`
  const redirectUri = 'http://localhost:1/'
  const wanted = ['--name', 'Bench', '--type', 'web', '--redirect-uri', redirectUri]
  const printed = await almanac('client', 'create', ...wanted)
  const { web } = JSON.parse(printed) as { web: { client_id: string; client_secret: string } }
  const asked = new URLSearchParams({
    client_id: web.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'https://www.googleapis.com/auth/calendar',
    access_type: 'offline',
  })
  const address = `${base}/o/oauth2/v2/auth?${asked}`
  const { to } = await new BrowserUser(base).agree(address, { email: callerEmail })
  const reply = await fetch(`${base}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...web,
      grant_type: 'authorization_code',
      code: to.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
    }),
  })
  const { refresh_token } = (await reply.json()) as { refresh_token: string }
  const { client_id, client_secret } = web
  return String(
    new URLSearchParams({ grant_type: 'refresh_token', refresh_token, client_id, client_secret }),
  )
}
