import { GatheredReads } from '../gathered-reads.ts'
import type { TableRow } from '../port.ts'
import type { SqlValue } from '../sql/arguments.ts'
import { Parameter, raw, sql, sqlText, withParameters } from '../sql/sql.ts'
import type { Compiled } from '../sql/statement.ts'
import type { Answer } from './driver.ts'

type Read = (compiled: Compiled, values: SqlValue[]) => Promise<Answer>
type FirstReads = GatheredReads<SqlValue[], TableRow>

const readsMax = 32

/** The first rows of queries. Those of the same query in one turn of the event loop are read together. */
export class GatheredFirsts {
  readonly #read: Read
  readonly #reads = new WeakMap<Compiled, Map<string, FirstReads>>()

  constructor(read: Read) {
    this.#read = read
  }

  async first(compiled: Compiled, values: SqlValue[]): Promise<TableRow | undefined> {
    const types = values.map((value) => columnTypes[typeof value] ?? '')
    // Without parameters the reads cannot be distinguished, and null has no type.
    if (types.length === 0 || types.includes('')) return (await this.#read(compiled, values))[0]
    return this.#readsOf(compiled, types).read(JSON.stringify(values), values)
  }

  #readsOf(compiled: Compiled, types: readonly string[]): FirstReads {
    let ofQuery = this.#reads.get(compiled)
    if (ofQuery === undefined) {
      ofQuery = new Map()
      this.#reads.set(compiled, ofQuery)
    }
    const key = types.join()
    let reads = ofQuery.get(key)
    if (reads === undefined) {
      reads = this.#open(compiled, types)
      ofQuery.set(key, reads)
    }
    return reads
  }

  #open(compiled: Compiled, types: readonly string[]): FirstReads {
    const many = gatheredQuery(compiled, types)
    return new GatheredReads(async (requested) => {
      const keys = [...requested.keys()]
      const list = [...requested.values()]
      if (list.length === 1) {
        const [row] = await this.#read(compiled, list[0]!)
        return new Map(row === undefined ? [] : [[keys[0]!, row]])
      }
      const rows = list.map((values, place) => ({
        place,
        ...Object.fromEntries(values.map((value, index) => [`p${index}`, value])),
      }))
      const found = new Map<string, TableRow>()
      for (const row of await this.#read(many, [JSON.stringify(rows)])) {
        const { place } = row as { place: number }
        delete (row as { place?: number }).place
        if (!found.has(keys[place]!)) found.set(keys[place]!, row)
      }
      return found
    }, readsMax)
  }
}

const columnTypes: Readonly<Partial<Record<string, string>>> = { string: 'text', number: 'bigint' }

/** A query for a list of arguments. The offset makes the server plan it for one of them at a time. */
function gatheredQuery({ composed, names }: Compiled, types: readonly string[]): Compiled {
  const columns = types.map((type, index) => `p${index} ${type}`)
  const query = withParameters(composed!, (name) => raw(`r.p${names.indexOf(name)}`))
  const gathered = sql`select f.*, r.place
      from jsonb_to_recordset(${new Parameter('rows')}::text::jsonb) as r (place bigint, ${raw(columns.join(', '))})
      cross join lateral (${query} offset 0) f`
  const text = sqlText(gathered, 'postgres')
  return { ...text, composed: gathered, isQuery: true, valuesIn: (args) => args as unknown[] }
}
