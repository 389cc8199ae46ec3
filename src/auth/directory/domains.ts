import type { Clock } from '#/kernel/clock.ts'
import { invalidField } from '#/kernel/errors.ts'
import type { Database, Reader } from '#/storage/port.ts'
import { insertInto, limit, sql } from '#/storage/sql/sql.ts'
import { command, none, query } from '#/storage/sql/statement.ts'
import { domains } from '../tables.ts'
import { moveDirectorySequence } from './directory-sequence.ts'

export interface DomainRecord {
  readonly name: string
  readonly createdAtMs: number
}

/** The domains of the organization that uses this server. */
export class Domains {
  readonly #database: Database
  readonly #clock: Clock

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#database = database
    this.#clock = clock
  }

  /** Domains in the order of their names, beginning after the given one. */
  page(page: { after: string; limit: number }): Promise<DomainRecord[]> {
    return this.#database.all(listPage, page)
  }

  async names(reader: Reader): Promise<ReadonlySet<string>> {
    return new Set((await reader.all(list, none)).map(({ name }) => name))
  }

  /**
   * The domains of the organization of an address: all domains of this server if it is one of them, or else
   * its own.
   */
  async organizationOf(email: string, reader: Reader): Promise<ReadonlySet<string>> {
    const own = domainOf(email)
    const names = await this.names(reader)
    return names.has(own) ? names : new Set([own])
  }

  /** Undefined if the domain exists already. */
  add(name: string): Promise<DomainRecord | undefined> {
    const domain = { name: canonicalDomain(name), createdAtMs: this.#clock.nowMs() }
    return this.#database.transaction(async (tx) => {
      if ((await tx.run(add, domain)) === 0) return undefined
      await moveDirectorySequence(tx)
      return domain
    })
  }

  /** Returns whether there was such a domain. */
  remove(name: string): Promise<boolean> {
    return this.#database.transaction(async (tx) => {
      if ((await tx.run(remove, { name: canonicalDomain(name) })) === 0) return false
      await moveDirectorySequence(tx)
      return true
    })
  }
}

const domainShape = /^[^\s@./\p{Cc}]+(\.[^\s@./\p{Cc}]+)+$/u
const domainLengthMax = 253

/** Domain names are compared and stored in lower case. */
function canonicalDomain(name: string): string {
  const canonical = domainIn(name)
  if (canonical === undefined) {
    throw invalidField(`${JSON.stringify(name.slice(0, 80))} is not the name of a domain.`)
  }
  return canonical
}

/** The domain name in canonical form; undefined if the text is not one. */
export function domainIn(text: string): string | undefined {
  const canonical = text.trim().toLowerCase()
  return canonical.length <= domainLengthMax && domainShape.test(canonical) ? canonical : undefined
}

export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1)

const listPage = query<{ after: string; limit: number }, DomainRecord>(
  (args) => sql`select name, created_at as "createdAtMs" from ${domains} where name > ${args.after}
   order by name ${limit(args.limit)}`,
)

const add = command<DomainRecord>(({ name, createdAtMs }) =>
  insertInto(domains, { name, created_at: createdAtMs }, sql`on conflict (name) do nothing`),
)

const remove = command<{ name: string }>(
  ({ name }) => sql`delete from ${domains} where name = ${name}`,
)

const list = query<object, { name: string }>(() => sql`select name from ${domains}`)
