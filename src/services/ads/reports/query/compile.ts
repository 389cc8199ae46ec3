import { attributes } from '../catalog/attributes.ts'
import type { ColumnType } from '../catalog/column.ts'
import { isPeriod } from '../catalog/segments.ts'
import type { PlannedFilter, ReportPlan, Value } from '../request/plan.ts'
import { attributeSql } from './attribute-sql.ts'
import { cellOf, isText, literal, type ReportDialect } from './dialect.ts'
import { Figures } from './figures.ts'
import { filterSql } from './filter-sql.ts'
import { type Amount, Homes } from './homes.ts'
import { rowConditions } from './row-conditions.ts'
import { rowTable } from './row-table.ts'
import { endOf, type Key, keyText } from './segment-columns.ts'
import { millionthsOf, termSql } from './term-sql.ts'
import { currencyWithoutRate, worthTables } from './worth.ts'

/** A report as SQL. Cells are text; empty ones are null. */
export interface ReportQuery {
  readonly sql: string
  readonly columns: readonly { readonly header: string; readonly type: ColumnType }[]
  /** Queries that each find a currency and a day without a rate. */
  readonly unconvertible: readonly string[]
  /** The requested page, and the query that counts all rows. */
  readonly page?: Window & { readonly countSql: string }
}

export interface Window {
  readonly firstRow: number
  readonly rowCount: number
}

/** The query of a report. The date determines current exchange rates. */
export function compileReport(
  plan: ReportPlan,
  dialect: ReportDialect,
  { today, window }: { readonly today: string; readonly window?: Window },
): ReportQuery {
  return new Compiling(plan, dialect).query(today, window)
}

class Compiling {
  readonly #plan: ReportPlan
  readonly #dialect: ReportDialect
  readonly #homes: Homes
  readonly #figures: Figures
  /** Whether rows are first computed at a finer level and then grouped. */
  readonly #isRegrouped: boolean
  readonly #shownKeys: ReadonlySet<string>
  readonly #inner = new Map<string, string>()

  constructor(plan: ReportPlan, dialect: ReportDialect) {
    const shown = keysOf([...plan.columns, ...plan.order], plan)
    const all = keysOf([...plan.columns, ...plan.order, ...plan.filters], plan)
    this.#plan = plan
    this.#dialect = dialect
    this.#shownKeys = new Set(shown.map(keyText))
    this.#isRegrouped = all.length > shown.length || plan.columns.some(({ isGroupBy }) => isGroupBy)
    this.#homes = new Homes(plan, dialect, { isByGroup: all.includes('activityGroup') })
    this.#figures = new Figures(plan, dialect, this.#homes, all)
  }

  query(today: string, window: Window | undefined): ReportQuery {
    const selectOf = (of: Window | undefined) =>
      this.#isRegrouped ? this.#regroupedRows(of) : this.#plain(of)
    const select = selectOf(window)
    const figures = this.#figures.areNeeded ? this.#figures.tables() : []
    const body = `${figures.join(',\n')} ${select}`
    const worth = /\bworth_(?:of_day|now)\b/.test(body)
      ? worthTables(this.#plan, this.#homes, today)
      : []
    const withTables = (tables: readonly string[], query: string) =>
      tables.length === 0 ? query : `with ${tables.join(',\n')}\n${query}`
    const changed = figures.filter((table) => table.startsWith('changed '))
    const tables = [...worth, ...figures]
    const count = () => `select count(*) as total from (${selectOf(undefined)}) counted`
    return {
      sql: withTables(tables, select),
      columns: this.#plan.columns.map(({ header, value: { type } }) => ({ header, type })),
      unconvertible: [
        ...this.#figures.unconvertible().map((query) => withTables([...worth, ...changed], query)),
        ...this.#homes.amounts.map((amount) =>
          withTables(tables, this.#withoutRate(amount, today)),
        ),
      ],
      ...(window !== undefined && { page: { ...window, countSql: withTables(tables, count()) } }),
    }
  }

  /** Finds an amount of a row that cannot be converted. */
  #withoutRate({ amount, currency, day, worth }: Amount, today: string): string {
    const filters = this.#plan.filters.filter(({ value }) => value.type !== 'Money')
    const conditions = [...this.#conditions(filters), `${amount} <> 0`, `${worth}.num is null`]
    const lacking = currencyWithoutRate({ currency, day }, this.#plan.currency)
    return `select coalesce(${lacking}, '') as currency,
  ${day === undefined ? literal(today) : `cast(${day} as varchar)`} as day
${this.#from}
where ${conditions.join('\n  and ')} limit 1`
  }

  #plain(window: Window | undefined): string {
    const { columns, filters, order } = this.#plan
    const cells = columns.map(
      ({ value }, index) => `${this.#cell(this.#sql(value), value.type)} as c${index}`,
    )
    const conditions = [
      ...this.#conditions(),
      ...filters.filter(isOfFigures).map((filter) => this.#filter(filter)),
    ]
    const orders = order.map(({ value, isDescending }) =>
      this.#order(this.#sql(value), value.type, isDescending),
    )
    return `select ${cells.join(',\n  ')}
${this.#from}
where ${conditions.join('\n  and ')}${this.#ending(orders, this.#rowOrder, window)}`
  }

  #regroupedRows(window: Window | undefined): string {
    const { columns, filters, order } = this.#plan
    const isChosen = columns.some(({ isGroupBy }) => isGroupBy)
    const keys = isChosen ? [] : this.#rowKeys.map((key) => this.#innerColumn(key))
    const groups = [...keys]
    const cells = columns.map(({ value, isGroupBy }, index) => {
      if (value.is === 'metric' || value.is === 'customMetric' || value.is === 'formula') {
        return `${this.#cell(this.#sql(value), value.type)} as c${index}`
      }
      const inner = this.#innerColumn(this.#cell(this.#leaf(value), value.type))
      if (isGroupBy) groups.push(inner)
      return `${isGroupBy ? inner : only(inner, 'String')} as c${index}`
    })
    const having = filters.filter(isOfFigures).map((filter) => this.#filter(filter))
    const orders = order.map(({ value, isDescending }) =>
      this.#order(this.#sql(value), value.type, isDescending),
    )
    const conditions = this.#conditions()
    const inner = [
      ...[...this.#inner].map(([sql, alias]) => `${sql} as ${alias}`),
      ...this.#figures.places.map((place) => `coalesce(m.${place}, 0) as ${place}`),
    ]
    return `select ${cells.join(',\n  ')}
from (select ${inner.join(',\n    ')}
${this.#from}
where ${conditions.join('\n  and ')}) r
group by ${groups.join(', ')}${having.length === 0 ? '' : `\nhaving ${having.join(' and ')}`}${this.#ending(orders, groups, window)}`
  }

  get #from(): string {
    const figures = this.#figures
    const rows = rowTable(this.#homes, figures)
    const isInner = figures.keys.length > 0 || figures.rowsComeOfThem
    const joined = figures.areNeeded
      ? `${isInner ? 'join' : 'left join'} m on ${rows.matches.join(' and ')}`
      : ''
    return `from ${rows.table} e ${joined}
${this.#homes.joins}`
  }

  /** Conditions on rows before they are grouped. */
  #conditions(filters: readonly PlannedFilter[] = this.#plan.filters): string[] {
    const context = { plan: this.#plan, homes: this.#homes, dialect: this.#dialect }
    const ofFilters = filters
      .filter((filter) => !isOfFigures(filter))
      .map((filter) => filterSql(this.#dialect, this.#leaf(filter.value), filter))
    const rows = rowTable(this.#homes, this.#figures)
    return ['true', ...rows.conditions, ...rowConditions(context), ...ofFilters]
  }

  #filter(filter: PlannedFilter): string {
    return filterSql(this.#dialect, this.#sql(filter.value), filter)
  }

  /** A value of a row of the report. */
  #sql(value: Value): string {
    switch (value.is) {
      case 'metric':
      case 'customMetric':
        if (this.#homes.row === 'conversion') {
          const leaf = this.#leaf(value)
          return this.#isRegrouped ? this.#dialect.wide(`sum(${this.#innerColumn(leaf)})`) : leaf
        }
        return this.#figures.metricSql(value, (place) =>
          this.#isRegrouped ? `sum(r.${place})` : `coalesce(m.${place}, 0)`,
        )
      case 'formula': {
        const sql = termSql(this.#dialect, (leaf) => this.#sql(leaf), value.term)
        if (isText(value.type) || value.type === 'Boolean') return sql
        return value.type === 'Integer'
          ? this.#dialect.wide(`floor(${sql} + 0.5)`)
          : millionthsOf(this.#dialect, sql)
      }
      default:
        return this.#isRegrouped
          ? only(this.#innerColumn(this.#leaf(value)), 'type' in value ? value.type : 'String')
          : this.#leaf(value)
    }
  }

  /** A value of a row before it is grouped. */
  #leaf(value: Value): string {
    const context = { homes: this.#homes, dialect: this.#dialect }
    switch (value.is) {
      case 'attribute':
        return attributeSql(context, value.type, value.source)
      case 'customDimension':
        return this.#homes.row === 'conversion'
          ? this.#dialect.member('e.dimensions', value.name)
          : `m.dimension_${this.#figures.dimensions.indexOf(value.name)}`
      case 'customMetric':
        return this.#dialect.millionths(this.#dialect.member('e.metrics', value.name))
      case 'segment':
        if (isPeriod(value.key)) {
          const start = `m.of_${value.key}`
          return `cast(${value.isEnd ? endOf(value.key, start) : start} as varchar)`
        }
        if (value.key === 'device') return 'm.device'
        return attributeSql(context, value.type, attributes.get(value.name)!.source, true)
      default:
        throw new Error(`${value.is} is no value of a single row`)
    }
  }

  #cell(sql: string, type: ColumnType): string {
    return cellOf(this.#dialect, sql, type)
  }

  #order(sql: string, type: ColumnType, isDescending: boolean): string {
    const compared = isText(type) ? this.#dialect.bytewise(sql) : sql
    return `${compared} ${isDescending ? 'desc' : 'asc'} nulls last`
  }

  #innerColumn(sql: string): string {
    const cached = this.#inner.get(sql)
    if (cached !== undefined) return `r.${cached}`
    const alias = `x${this.#inner.size}`
    this.#inner.set(sql, alias)
    return `r.${alias}`
  }

  /** The columns that identify a row, with those of its keys that are shown. */
  get #rowKeys(): string[] {
    const shown = this.#figures.keys.filter((key) => this.#shownKeys.has(keyText(key)))
    const columns = this.#figures.columnsOf(shown)
    return [...rowTable(this.#homes, this.#figures).key, ...columns.map((column) => `m.${column}`)]
  }

  get #rowOrder(): string[] {
    return this.#rowKeys.map((key) => `${key} nulls last`)
  }

  #ending(orders: readonly string[], keys: readonly string[], window: Window | undefined): string {
    if (window === undefined) return ''
    const all = [...orders, ...keys]
    return `
order by ${all.join(', ')}
limit ${window.rowCount} offset ${window.firstRow}`
  }
}

/** The value that all rows of a group share, if any. */
function only(column: string, type: ColumnType): string {
  const [least, most] = type === 'Boolean' ? ['bool_and', 'bool_or'] : ['min', 'max']
  return `case when ${least}(${column}) = ${most}(${column}) and count(${column}) = count(*)
    then ${least}(${column}) end`
}

const isOfFigures = ({ value: { is } }: PlannedFilter): boolean =>
  is === 'metric' || is === 'customMetric' || is === 'formula'

/** The keys by which metrics have to be split for these values. */
export function keysOf(
  holders: readonly { readonly value: Value }[],
  { type }: Pick<ReportPlan, 'type'>,
): Key[] {
  if (type === 'conversion') return []
  const keys = new Map<string, Key>()
  for (const { value } of holders) {
    if (value.is === 'segment') keys.set(value.key, value.key)
    if (value.is === 'customDimension') {
      const key = { dimension: value.name }
      keys.set(keyText(key), key)
    }
  }
  // An activity belongs to one group.
  if (keys.has('activity')) keys.delete('activityGroup')
  return [...keys.values()]
}
