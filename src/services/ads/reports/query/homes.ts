import type { Home } from '../catalog/column.ts'
import { reportType } from '../catalog/report-types.ts'
import type { ReportPlan } from '../request/plan.ts'
import type { ReportDialect } from './dialect.ts'
import { convertedAmount } from './worth.ts'

/** The ids of the ancestors and siblings of a row, by the columns of the row that contain them. */
const idColumns: Partial<Record<Home, string>> = {
  account: 'account_id',
  campaign: 'campaign_id',
  adGroup: 'ad_group_id',
  keyword: 'keyword_id',
  ad: 'ad_id',
  productGroup: 'product_group_id',
  feedItem: 'feed_item_id',
}

/** The source of rows that are not entities. */
const relationOfRow: Readonly<
  Record<string, 'advertisers' | 'activities' | 'conversions' | 'visits'>
> = {
  advertiser: 'advertisers',
  activity: 'activities',
  conversion: 'conversions',
  visit: 'visits',
}

/** An amount with its currency. */
export interface Amount {
  readonly amount: string
  readonly currency: string
  /** Undefined if it is converted at the current rate. */
  readonly day: string | undefined
  /** The alias of the currency's rate table. */
  readonly worth: string
}

/**
 * The tables that a report is read from: `e` contains the entities of its rows and `m` their metrics. Other
 * tables are joined when a column first needs them.
 */
export class Homes {
  readonly #plan: ReportPlan
  readonly #dialect: ReportDialect
  readonly #row: string
  readonly #joins = new Map<string, string>()
  readonly #amounts = new Map<string, Amount>()
  readonly advertiserIds: readonly string[]
  /** Whether metrics are split by groups of activities, and not by activities. */
  readonly isByGroup: boolean

  constructor(plan: ReportPlan, dialect: ReportDialect, { isByGroup }: { isByGroup: boolean }) {
    this.isByGroup = isByGroup
    this.#plan = plan
    this.#dialect = dialect
    this.#row = reportType(plan.type).row
    this.advertiserIds = plan.scope.advertisers.map(({ id }) => id)
  }

  /** The requested joins, in order. */
  get joins(): string {
    return [...this.#joins.values()].join('\n')
  }

  /** The rows, without metrics. */
  get rows(): string {
    const relation = relationOfRow[this.#row]
    if (relation !== undefined) return this.relation(relation)
    return this.relation('entities', this.#row)
  }

  relation(name: Parameters<ReportDialect['relation']>[0], kind?: string): string {
    const { advertiserIds } = this
    return this.#dialect.relation(name, { advertiserIds, ...(kind !== undefined && { kind }) })
  }

  /** The alias of the table with the entities of a home. */
  aliasOf(home: Home, isSegment = false): string {
    if (home === 'self' || home === this.#row) return 'e'
    if (home === 'advertiser') return this.#advertiser()
    if (home === 'agency') {
      const relation = this.relation('agencies')
      const agency = `${this.#advertiser()}.agency_id`
      return this.#join(
        'ay',
        (alias) => `left join ${relation} ${alias} on ${alias}.id = ${agency}`,
      )
    }
    if (home === 'activity') return this.#activity(isSegment)
    if (home === 'visit') return this.#visit()
    if (home === 'product') return 'e'
    return this.#entity(home, isSegment)
  }

  #advertiser(): string {
    if (this.#row === 'advertiser') return 'e'
    const relation = this.relation('advertisers')
    return this.#join(
      'av',
      (alias) => `left join ${relation} ${alias} on ${alias}.id = e.advertiser_id`,
    )
  }

  #entity(home: Home, isSegment: boolean): string {
    const column = this.#column(home)
    const owner = isSegment ? 'm' : 'e'
    const advertiserId = 'e.advertiser_id'
    return this.#join(
      `${home}_of_${owner}`,
      (alias) => `left join ${this.relation('entities', home)} ${alias}
        on ${alias}.advertiser_id = ${advertiserId} and ${alias}.id = ${owner}.${column}`,
    )
  }

  #column(home: Home): string {
    if (home === 'keyword' && this.#row === 'conversion') return 'criterion_id'
    return idColumns[home]!
  }

  /** An activity, or the activity group that metrics are split by. */
  #activity(isSegment: boolean): string {
    if (this.#row === 'activity') return 'e'
    const owner = isSegment ? 'm' : 'e'
    return this.#join(
      'activity',
      (alias) => `left join ${this.relation('activities')} ${alias}
        on ${alias}.advertiser_id = e.advertiser_id and ${alias}.id = ${owner}.activity_id`,
    )
  }

  activityGroup(): string {
    return this.#join(
      'activity_group',
      (alias) => `left join (select advertiser_id, group_id, max(group_name) as group_name,
          max(attributes) as attributes
        from ${this.relation('activities')} g group by advertiser_id, group_id) ${alias}
        on ${alias}.advertiser_id = e.advertiser_id and ${alias}.group_id = m.activity_group_id`,
    )
  }

  #visit(): string {
    if (this.#row === 'visit') return 'e'
    return this.#join(
      'visit',
      (alias) => `left join ${this.relation('visits')} ${alias}
        on ${alias}.advertiser_id = e.advertiser_id and ${alias}.click_id = e.click_id
          and e.click_id <> ''`,
    )
  }

  /** The bid strategy with the id of an expression. */
  bidStrategy(id: string): string {
    return this.#join(
      'bid_strategy',
      (alias) => `left join ${this.relation('entities', 'bidStrategy')} ${alias}
        on ${alias}.advertiser_id = e.advertiser_id and ${alias}.id = ${id}`,
    )
  }

  /** The amounts of rows that are converted. */
  get amounts(): readonly Amount[] {
    return [...this.#amounts.values()]
  }

  /** An amount of a row in the currency of the report. */
  convertedAmount(name: string, { amount, currency, day }: Omit<Amount, 'worth'>): string {
    const worth = this.#worth(name, currency, day)
    this.#amounts.set(amount, { amount, currency, day, worth })
    return convertedAmount(this.#dialect, amount, worth)
  }

  /** The value of a currency now or on a day. */
  #worth(name: string, currency: string, day: string | undefined): string {
    const on = day === undefined ? 'worth_now' : 'worth_of_day'
    return this.#join(
      name,
      (alias) =>
        `left join ${on} ${alias} on ${alias}.currency = ${currency}${
          day === undefined ? '' : ` and ${alias}.day = ${day}`
        }`,
    )
  }

  #join(alias: string, clause: (alias: string) => string): string {
    if (!this.#joins.has(alias)) this.#joins.set(alias, clause(alias))
    return alias
  }

  get row(): string {
    return this.#row
  }

  get plan(): ReportPlan {
    return this.#plan
  }
}
