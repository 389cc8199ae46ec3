import { parsePostgresUrl } from '#/kernel/settings/postgres-url.ts'
import type { Reader } from '../port.ts'
import { sql } from '../sql/sql.ts'
import { adHocQuery, none } from '../sql/statement.ts'

/** Throws an error that says what to do if the server cannot be reached or does not suit Almanac. */
export async function requireSupportedServer(reader: Reader, url: string): Promise<void> {
  const server = await reader.first(serverProperties, none).catch((error: unknown) => {
    throw cannotConnect(url, error)
  })
  if (server === undefined || server.version < 150_000 || server.encoding !== 'UTF8') {
    throw new Error(
      'Almanac needs PostgreSQL 15 or newer with a database in UTF8; ' +
        `this one is ${server?.version} in ${server?.encoding}.`,
    )
  }
  if (server.isStandby === 1) {
    throw new Error(
      'This PostgreSQL server is a standby, which takes no writes. Name the primary in ALMANAC_DATABASE_URL, ' +
        'or all servers and ?target_session_attrs=read-write.',
    )
  }
}

function cannotConnect(url: string, cause: unknown): Error {
  const { hosts, database } = parsePostgresUrl(url)
  const servers = hosts.map(({ host, port }) => `${host}:${port}`).join(', ')
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const detail = inner instanceof Error ? inner.message : String(inner)
  if (detail.includes('unsupported startup parameter')) {
    return new Error(
      'A connection pooler refuses the settings of the connection. If it is in transaction mode, set ' +
        'ALMANAC_DATABASE_POOLER=transaction.',
      { cause },
    )
  }
  return new Error(
    `Cannot connect to PostgreSQL at ${servers}/${database}: ${detail}. ` +
      'Check that the server is running and that ALMANAC_DATABASE_URL is correct.',
    { cause: inner },
  )
}

const serverProperties = adHocQuery<
  typeof none,
  { version: number; encoding: string; isStandby: 0 | 1 }
>(
  () => sql`select current_setting('server_version_num')::bigint as version,
     current_setting('server_encoding') as encoding, pg_is_in_recovery() as "isStandby"`,
)
