import type { Figures } from './figures.ts'
import type { Homes } from './homes.ts'

interface RowTable {
  /** The relation in the `from` clause, with the alias `e`. */
  readonly table: string
  /** The conditions that join rows with their metrics. */
  readonly matches: readonly string[]
  readonly conditions: readonly string[]
  /** The columns that identify a row. */
  readonly key: readonly string[]
}

/** The table of a report's rows. */
export function rowTable(homes: Homes, figures: Figures): RowTable {
  const { row } = homes
  if (row === 'product') return products(homes, figures)
  if (row === 'term') return terms()
  if (row === 'ad' && figures.areNeeded) return ads(homes)
  const key = row === 'visit' ? ['e.advertiser_id', 'e.click_id'] : ['e.advertiser_id', 'e.id']
  const matches = ['m.advertiser_id = e.advertiser_id']
  return {
    table: homes.rows,
    matches: row === 'advertiser' ? matches : [...matches, 'm.k0 = e.id'],
    conditions: [],
    key,
  }
}

/** Ads, and for each ad group a row for metrics without a known ad. */
function ads(homes: Homes): RowTable {
  const columns =
    'advertiser_id, kind, id, account_id, campaign_id, ad_group_id, name, status, created_at, modified_at, attributes'
  const rest = `select advertiser_id, 'ad', 0, account_id, campaign_id, id, '', status, null, null, '{}'
    from ${homes.relation('entities', 'adGroup')} g`
  return {
    table: `(select ${columns} from ${homes.relation('entities', 'ad')} a union all ${rest})`,
    matches: ['m.advertiser_id = e.advertiser_id', 'm.k0 = e.ad_group_id', 'm.k1 = e.id'],
    conditions: ['(e.id <> 0 or m.k1 is not null)'],
    key: ['e.advertiser_id', 'e.ad_group_id', 'e.id'],
  }
}

/** Imported products, and products with metrics. */
function products(homes: Homes, figures: Figures): RowTable {
  const products = homes.relation('products')
  const names = 'select advertiser_id, id, country, language'
  const ofFigures = 'select advertiser_id, k0, k1, k2 from m'
  const figureRows = figures.rowsComeOfThem
    ? `select distinct advertiser_id, k0 as id, k1 as country, k2 as language from m`
    : `${names} from ${products} t${figures.areNeeded ? ` union ${ofFigures}` : ''}`
  const table = `(select n.advertiser_id, n.id, n.country, n.language, p.name, p.status, p.created_at,
      p.modified_at, p.attributes
    from (${figureRows}) n
    left join ${products} p on p.advertiser_id = n.advertiser_id and p.id = n.id
      and p.country = n.country and p.language = n.language)`
  return {
    table,
    matches: [
      'm.advertiser_id = e.advertiser_id',
      'm.k0 = e.id',
      'm.k1 = e.country',
      'm.k2 = e.language',
    ],
    conditions: ["e.id <> ''"],
    key: ['e.advertiser_id', 'e.id', 'e.country', 'e.language'],
  }
}

function terms(): RowTable {
  return {
    table: `(select distinct advertiser_id, k0 as account_id, k1 as search_query, k2 as serp_type
      from m)`,
    matches: [
      'm.advertiser_id = e.advertiser_id',
      'm.k0 = e.account_id',
      'm.k1 = e.search_query',
      'm.k2 = e.serp_type',
    ],
    conditions: [],
    key: ['e.advertiser_id', 'e.account_id', 'e.search_query', 'e.serp_type'],
  }
}
