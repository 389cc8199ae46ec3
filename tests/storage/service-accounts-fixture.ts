import { Attempts, AuditTrail } from '#/audit/trail.ts'
import { type EndedTokens, Tokens } from '#/auth/credentials/tokens.ts'
import { Directory, type UserRecord } from '#/auth/directory/directory.ts'
import { exchangeAssertion } from '#/auth/service-accounts/jwt-bearer.ts'
import { ServiceAccounts } from '#/auth/service-accounts/service-accounts.ts'
import { Delegations } from '#/auth/service-accounts/service-accounts-delegation.ts'
import { newKeyPair } from '#/auth/service-accounts/service-accounts-keys.ts'
import { accessTokens } from '#/auth/tables.ts'
import { SettableClock } from '#/kernel/clock.ts'
import { seededRandomBytes } from '#/kernel/randomness.ts'
import type { Database } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { none, query } from '#/storage/sql/statement.ts'

export const nowMs = Date.parse('2026-03-01T12:00:00Z')
export const nowS = nowMs / 1000
export const calendarScope = 'https://www.googleapis.com/auth/calendar'
export const booksScope = 'https://www.googleapis.com/auth/books'
export const knownScopes = [calendarScope, booksScope, 'openid']
export const ownTokenUrl = 'http://almanac.test/token'

/** A few key pairs in turn, because generating one takes longer than everything else that is done with it. */
function keyPairsInTurn(): typeof newKeyPair {
  let taken = 0
  return () => {
    const place = taken++ % keyPairsMax
    keyPairs[place] ??= newKeyPair()
    return keyPairs[place]
  }
}

const keyPairsMax = 3
const keyPairs: ReturnType<typeof newKeyPair>[] = []

/** Everything about service accounts that stands on one database. */
export function identityOn(database: Database) {
  const clock = new SettableClock({ mode: 'frozen', atMs: nowMs })
  const randomBytes = seededRandomBytes('service accounts')
  const welcomed: string[] = []
  const ended: EndedTokens[] = []
  const provisioner = {
    welcome: async (_: unknown, { email }: UserRecord) => void welcomed.push(email),
    dismiss: async () => {},
    dismissGroup: async () => {},
    tokensEnded: async (_: unknown, which: EndedTokens) => void ended.push(which),
  }
  const provisioners = [provisioner]
  const directory = new Directory({ database, clock, randomBytes, provisioners })
  const attempts = new Attempts({ clock, randomBytes })
  const parts = {
    database,
    audit: new AuditTrail({ database, attempts }),
    clock,
    randomBytes,
    directory,
    provisioners,
    tokens: new Tokens(clock, randomBytes),
    knownScopes,
    publicUrl: '',
    mode: 'production' as const,
    serviceAccountDomain: 'almanac.iam.gserviceaccount.com',
    newKeyPair: keyPairsInTurn(),
  }
  return {
    ...parts,
    welcomed,
    ended,
    serviceAccounts: new ServiceAccounts(parts),
    delegations: new Delegations(parts),
    newUser: (email: string) => database.transaction((tx) => directory.ensure(tx, { email })),
    /** Posts an assertion to the token endpoint at `http://almanac.test`. */
    exchange: async (assertion: string, names: { publicUrl?: string } = {}) => {
      const form = new URLSearchParams({ assertion })
      const { status, body } = await exchangeAssertion(
        form,
        { origin: 'http://almanac.test' },
        { ...parts, ...names },
      )
      const reply: ExchangeReply = { status, ...body }
      return reply
    },
    tokenCount: async () => (await database.first(countTokens, none))!.count,
  }
}

interface ExchangeReply {
  readonly status: number
  readonly access_token?: string
  readonly error?: string
  readonly error_description?: string
}

const countTokens = query<object, { count: number }>(
  () => sql`select count(*) as count from ${accessTokens}`,
)
