import type { Reader } from '#/storage/port.ts'
import { limit, type Sql, sql } from '#/storage/sql/sql.ts'
import { type Parameters, query } from '#/storage/sql/statement.ts'
import { groups, users } from '../tables.ts'

/** A person or a group that can be invited. */
interface DirectoryEntry {
  readonly type: 'person' | 'group'
  readonly email: string
  readonly name: string
}

interface Search {
  /** What the address or a word of the name begins with. */
  readonly text: string
  /** Only addresses of these domains are found. */
  readonly domains: ReadonlySet<string>
  readonly countMax: number
}

/** People who can sign in and groups, by name. */
export async function searchDirectory(
  reader: Reader,
  { text, domains, countMax }: Search,
): Promise<DirectoryEntry[]> {
  const pattern = text.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)
  const args = {
    start: `${pattern}%`,
    word: `% ${pattern}%`,
    domains: JSON.stringify([...domains].map((domain) => ({ domain: `%@${domain}` }))),
    limit: countMax,
  }
  const people = await reader.all(findPeople, args)
  const found = await reader.all(findGroups, args)
  return [
    ...people.map((person) => ({ type: 'person' as const, ...person })),
    ...found.map((group) => ({ type: 'group' as const, ...group })),
  ]
}

interface Args {
  readonly start: string
  readonly word: string
  readonly domains: string
  readonly limit: number
}

const matching = ({ start, word }: Parameters<Args>): Sql =>
  sql`(email like ${start} escape '\\' or lower(name) like ${start} escape '\\'
     or lower(name) like ${word} escape '\\')`

const findPeople = query<Args, { email: string; name: string }>(
  (args, { jsonRows }) => sql`select email, name from ${users}
   where disabled_at is null and ${matching(args)}
     and exists (select 1 from ${jsonRows(args.domains, { domain: 'text' })} as given
       where email like given.domain)
   order by name, email ${limit(args.limit)}`,
)

const findGroups = query<Args, { email: string; name: string }>(
  (args, { jsonRows }) => sql`select email, name from ${groups}
   where ${matching(args)}
     and exists (select 1 from ${jsonRows(args.domains, { domain: 'text' })} as given
       where email like given.domain)
   order by name, email ${limit(args.limit)}`,
)
