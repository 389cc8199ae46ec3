import { columnsIn as csvColumns, delimiterIn } from '../platform/sources/csv-source.ts'
import { type DuckDb, literal } from './duckdb.ts'
import { columnOf, type Fact, type FactName, facts, type KeyForm, keyColumnsOf } from './facts.ts'

export type SourceFormat = 'csv' | 'parquet'

export interface FactSource {
  readonly fact: FactName
  readonly path: string
  readonly format: SourceFormat
}

/** Why a whole file is rejected. */
class SourceFault extends Error {
  override readonly name = 'SourceFault'
}

/** The types that the CSV reader applies to columns. It rejects lines with other values. */
const types = {
  id: 'BIGINT',
  text: 'VARCHAR',
  date: 'VARCHAR',
  device: 'VARCHAR',
  criterionKind: 'VARCHAR',
  count: 'DECIMAL(18,3)',
  money: 'DECIMAL(18,6)',
  number: 'DECIMAL(18,6)',
} as const

interface Listed {
  readonly name: string
  readonly form: keyof typeof types
}

const listedIn = (fact: FactName): readonly Listed[] => {
  const { keys, measures }: Fact = facts[fact]
  return [...keys, ...measures]
}

// Longer values do not fit into the key of a table.
const keyBytesMax = 2_000

/** The query for a source of statistics. */
interface SourceQuery {
  /** A query for its rows in stored form, each with the reason why it is invalid, or null. */
  readonly rows: string
  /** The columns of measures that the source lacks. */
  readonly absent: readonly string[]
}

/** Determines how to read the rows of a source. */
export async function sourceQuery(duckDb: DuckDb, source: FactSource): Promise<SourceQuery> {
  const names = await columnsIn(duckDb, source)
  const { fact } = source
  const listed = listedIn(fact)
  assertColumns(fact, names)
  const present = new Set(names)
  const from =
    source.format === 'csv'
      ? typedCsv(source, names, await delimiterIn(source.path))
      : typedParquet(source, names)
  const columnOrNull = (name: string) => (present.has(name) ? `"${name}"` : 'null')
  const { keys, measures }: Fact = facts[fact]
  const selected = [
    ...keys.map(({ name, form }) => `${keyValue(form, columnOrNull(name))} as ${columnOf(name)}`),
    ...measures.map(({ name, form }) => {
      const value = `coalesce(${columnOrNull(name)}, 0)`
      const whole = form === 'count' ? value : `${value} * 1000000`
      return `cast(${whole} as bigint) as ${columnOf(name)}`
    }),
  ]
  const misfits =
    source.format === 'csv'
      ? []
      : listed
          .filter(({ name }) => present.has(name))
          .map(({ name }) => `when "${name}?" then '${name} has a value that it cannot have'`)
  const whens = [
    ...misfits,
    ...keyFaults(fact, columnOrNull),
    ...measureFaults(fact, columnOrNull, present),
  ]
  return {
    rows: `select ${selected.join(', ')}, case ${whens.join(' ')} end as why from ${from}`,
    absent: measures.flatMap(({ name }) => (present.has(name) ? [] : columnOf(name))),
  }
}

async function columnsIn(duckDb: DuckDb, source: FactSource): Promise<readonly string[]> {
  if (source.format === 'csv') return csvColumns(source.path)
  const rows = await duckDb.all<{ column_name: string }>(
    `describe select * from read_parquet(${literal(source.path)})`,
  )
  return rows.map(({ column_name }) => column_name)
}

function assertColumns(fact: FactName, names: readonly string[]): void {
  const { keys }: Fact = facts[fact]
  const columns = listedIn(fact).map(({ name }) => name)
  const unknown = names.filter((name) => !columns.includes(name))
  if (unknown.length > 0) {
    throw new SourceFault(
      `${fact} has no column ${unknown.join(', ')}; it has ${columns.join(', ')}.`,
    )
  }
  const missing = keys.filter(({ name, isRequired }) => isRequired && !names.includes(name))
  if (missing.length > 0) {
    throw new SourceFault(`The columns ${missing.map(({ name }) => name).join(', ')} are missing.`)
  }
}

function typedCsv({ fact, path }: FactSource, names: readonly string[], delimiter: string): string {
  const forms = new Map(listedIn(fact).map(({ name, form }) => [name, form]))
  const columns = names.map((name) => `${literal(name)}: '${types[forms.get(name)!]}'`)
  return `read_csv(${literal(path)}, header = true, auto_detect = false, delim = ${literal(delimiter)}, quote = '"',
    escape = '"', columns = {${columns.join(', ')}}, store_rejects = true, rejects_limit = 0)`
}

/** Marks values that do not fit into the type of their column. */
function typedParquet({ fact, path }: FactSource, names: readonly string[]): string {
  const columns = listedIn(fact)
    .filter(({ name }) => names.includes(name))
    .map(({ name, form }) => {
      const value = `try_cast("${name}" as ${types[form]})`
      return `${value} as "${name}", "${name}" is not null and ${value} is null as "${name}?"`
    })
  return `(select ${columns.join(', ')} from read_parquet(${literal(path)}))`
}

function keyValue(form: KeyForm, value: string): string {
  if (form === 'id') return `coalesce(${value}, 0)`
  if (form === 'date') return dayIn(value)
  if (form === 'device') return `coalesce(${word(value, devices)}, '')`
  if (form === 'criterionKind') return `coalesce(${word(value, criterionKinds)}, '')`
  return `coalesce(${value}, '')`
}

const dayIn = (value: string) =>
  `coalesce(try_cast(${value} as date), cast(try_strptime(${value}, '%Y%m%d') as date))`

const devices = ['Desktop', 'Mobile', 'Tablet', 'Other']
const criterionKinds = [
  'keyword',
  'productGroup',
  'productTarget',
  'adGroupTarget',
  'campaignTarget',
]

/** Normalizes the case of an enumerated value; null if it is unknown. */
const word = (value: string, words: readonly string[]) =>
  `case lower(${value}) ${words.map((each) => `when '${each.toLowerCase()}' then '${each}'`).join(' ')} end`

function keyFaults(fact: FactName, columnOrNull: (name: string) => string): string[] {
  const { keys }: Fact = facts[fact]
  const texts = keys.filter(({ form }) => form === 'text').map(({ name }) => columnOrNull(name))
  const faults = keys.flatMap(({ name, form, isRequired }) => {
    const value = columnOrNull(name)
    const missing = form === 'id' ? `coalesce(${value}, 0) = 0` : `coalesce(${value}, '') = ''`
    return [
      ...(isRequired ? [`when ${missing} then '${name} is missing'`] : []),
      ...formFaults(form, name, value),
    ]
  })
  if (keyColumnsOf(fact).includes('criterion_id')) {
    faults.push(
      `when coalesce(${columnOrNull('criterionId')}, 0) <> 0 and coalesce(${columnOrNull('criterionKind')}, '') = ''
        then 'criterionKind is missing'`,
    )
  }
  if (texts.length > 0) {
    const bytes = texts.map((value) => `strlen(coalesce(${value}, ''))`).join(' + ')
    faults.push(`when ${bytes} > ${keyBytesMax} then 'the texts are too long'`)
  }
  return faults
}

function formFaults(form: KeyForm, name: string, value: string): string[] {
  const cannot = `'${name} cannot be "' || left(${value}, 40) || '"'`
  if (form === 'id') return [`when ${value} < 0 then '${name} cannot be negative'`]
  if (form === 'date') {
    const day = dayIn(value)
    return [
      `when ${day} is null or ${day} not between date '2000-01-01' and date '2199-12-31'
        then ${cannot} || ': expected a date such as 2030-01-31'`,
    ]
  }
  if (form === 'text') return []
  const words = form === 'device' ? devices : criterionKinds
  return [`when ${value} <> '' and ${word(value, words)} is null then ${cannot}`]
}

function measureFaults(
  fact: FactName,
  columnOrNull: (name: string) => string,
  present: ReadonlySet<string>,
): string[] {
  const { measures }: Fact = facts[fact]
  return measures
    .filter(({ name, form }) => form === 'count' && present.has(name))
    .map(({ name }) => {
      const value = columnOrNull(name)
      return `when ${value} < 0 or ${value} <> trunc(${value})
        then '${name} is no number of things'`
    })
}
