import type { Metric, Part } from '../catalog/metrics.ts'
import { reportType } from '../catalog/report-types.ts'
import { type ReportPlan, type Value, valuesOf } from '../request/plan.ts'
import { isText, quotient, type ReportDialect } from './dialect.ts'
import type { Homes } from './homes.ts'
import { columnsOfKey, isSplitBy, type Key, keyText } from './segment-columns.ts'
import { FigureSource } from './source.ts'
import { type MetricValue, sourceOf } from './source-of-metric.ts'
import { type SourceName, Sums } from './sums.ts'

/** No source has metrics that can be split in this way. */
export class ImpossibleReport extends Error {}

/** The metrics of a report: their sources, and how they are computed. */
export class Figures {
  readonly #plan: ReportPlan
  readonly #dialect: ReportDialect
  readonly #homes: Homes
  readonly #sums = new Sums()
  readonly keys: readonly Key[]
  readonly dimensions: readonly string[]
  readonly #sources = new Map<SourceName, FigureSource>()
  readonly rowKeys: readonly string[]

  constructor(plan: ReportPlan, dialect: ReportDialect, homes: Homes, keys: readonly Key[]) {
    this.#plan = plan
    this.#dialect = dialect
    this.#homes = homes
    this.keys = keys
    this.dimensions = keys.flatMap((key) => (typeof key === 'string' ? [] : [key.dimension]))
    this.rowKeys = rowKeyNames(homes.row)
    for (const value of valuesOf(plan)) if (isOfFigures(value)) this.#use(value)
    if (this.#sources.size === 0 && this.areNeeded) this.#useAny()
  }

  /** Whether rows come from metrics, or metrics are requested. */
  get areNeeded(): boolean {
    return this.keys.length > 0 || this.#sources.size > 0 || this.rowsComeOfThem
  }

  /** Whether only rows with metrics are included. */
  get rowsComeOfThem(): boolean {
    const { type } = this.#plan
    return this.#homes.row === 'term' || type === 'productLeadAndCrossSell'
  }

  /** The value of a metric, computed from sums at their positions. */
  metricSql(value: MetricValue, sumAt: (place: string) => string): string {
    const source = this.#sourceOf(value)
    if (source === undefined) return this.#nothing(value)
    const { days } = value
    if (value.is === 'customMetric') {
      return sumAt(this.#sums.placeOf({ source, part: { customMetric: value.name }, days }))
    }
    return this.#computedSql(value.metric, (part) =>
      sumAt(this.#sums.placeOf({ source, part, days })),
    )
  }

  /** An empty cell of the column's type. */
  #nothing({ type }: MetricValue): string {
    return isText(type) ? 'cast(null as varchar)' : this.#dialect.wide('null')
  }

  /** The positions of all requested sums. */
  get places(): readonly string[] {
    return this.#sums.all.map(({ place }) => place)
  }

  #computedSql(metric: Metric, sum: (part: Part) => string): string {
    const dialect = this.#dialect
    if ('difference' in metric)
      return `(${sum(metric.difference[0])} - ${sum(metric.difference[1])})`
    if ('ratio' in metric) {
      const [first, second] = metric.ratio
      const number = second === undefined ? sum(first) : `(${sum(first)} - ${sum(second)})`
      const ratio = quotient(dialect, `(${number} * ${metric.times})`, sum(metric.by))
      return metric.type === 'String' ? dialect.decimal(ratio) : ratio
    }
    return metric.scale === 'thousandths' || metric.scale === 'billionths'
      ? quotient(dialect, sum(metric.sum), '1000')
      : sum(metric.sum)
  }

  /** The table `m` with all sums per row and key, and the tables it needs. */
  tables(): string[] {
    const sums = this.#sums.all
    const sources = [...this.#sources.values()]
    const selects = sources.map((source) => source.select(sums, this.rowKeys))
    const changed = this.#changedKeys(sources)
    if (changed.length > 0 && this.#areOnlyPeriods) selects.push(this.#changedRows())
    const m = selects.length === 1 ? selects[0]! : this.#joinedSelects(selects)
    return [...changed, `m as (${m})`]
  }

  /** Queries that find amounts that cannot be converted. */
  unconvertible(): string[] {
    return [...this.#sources.values()].flatMap(
      (source) => source.unconvertible(this.#sums.all) ?? [],
    )
  }

  /** The columns of keys in `m`. */
  columnsOf(keys: readonly Key[]): string[] {
    return keys.flatMap((key) => columnsOfKey(key, this.dimensions))
  }

  #joinedSelects(selects: readonly string[]): string {
    const columns = ['advertiser_id', ...this.rowKeys, ...this.columnsOf(this.keys)]
    const sums = this.#sums.all.map(({ place }) => `sum(${place}) as ${place}`)
    return `select ${[...columns, ...sums].join(', ')} from (${selects.join('\n union all ')}) u
      group by ${columns.map((_, index) => index + 1).join(', ')}`
  }

  #changedKeys(sources: readonly FigureSource[]): string[] {
    const { metricsChangedSinceMs: since } = this.#plan
    if (since === undefined) return []
    return [
      `changed as (${sources.map((source) => source.changedRows(this.rowKeys, since)).join(' union ')})`,
    ]
  }

  get #areOnlyPeriods(): boolean {
    return this.keys.every((key) => key === 'date')
  }

  /** A row that lost all its metrics has changed as well. */
  #changedRows(): string {
    const keys = this.keys.map(() => 'day as of_date')
    const nothing = this.#dialect.wide('null')
    const sums = this.#sums.all.map(({ place }) => `${nothing} as ${place}`)
    return `select ${['advertiser_id', ...this.rowKeys, ...keys, ...sums].join(', ')} from changed`
  }

  #use(value: MetricValue): void {
    const source = this.#sourceOf(value)
    if (source !== undefined) this.#add(source)
  }

  /** If no metric determines the source of rows, any source that can be split this way is used. */
  #useAny(): void {
    const { statistics = {} } = reportType(this.#plan.type)
    const possible = new Set<SourceName>([...Object.values(statistics)])
    if (this.#homes.row !== 'term') possible.add('conversions')
    possible.delete('shareStatistics')
    // Extensions have metrics of their own, which most rows lack.
    const isOfFeedItems = this.#homes.row === 'feedItem' || this.keys.includes('feedItem')
    if (!isOfFeedItems) possible.delete('feedItemStatistics')
    for (const source of possible) if (this.#canSplit(source)) this.#add(source)
    if (this.#sources.size === 0) {
      const split = this.keys.map(keyText).join(', ')
      throw new ImpossibleReport(`No figures of ${this.#plan.type} reports are known by ${split}.`)
    }
  }

  #add(name: SourceName): void {
    if (this.#sources.has(name)) return
    const { keys, dimensions } = this
    const context = {
      plan: this.#plan,
      dialect: this.#dialect,
      homes: this.#homes,
      keys,
      dimensions,
    }
    this.#sources.set(name, new FigureSource(name, context))
  }

  #sourceOf(value: MetricValue): SourceName | undefined {
    return sourceOf(this.#plan.type, value, this.keys)
  }

  #canSplit(source: SourceName): boolean {
    return this.keys.every((key) => isSplitBy(source, key))
  }
}

const isOfFigures = (value: Value): value is MetricValue =>
  value.is === 'metric' || value.is === 'customMetric'

/** The metric columns that identify a row, in addition to the advertiser. */
function rowKeyNames(row: string): readonly string[] {
  if (row === 'advertiser') return []
  if (row === 'ad') return ['k0', 'k1']
  return row === 'product' || row === 'term' ? ['k0', 'k1', 'k2'] : ['k0']
}
