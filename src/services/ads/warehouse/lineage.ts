import type { Reader } from '#/storage/port.ts'
import type { Entities, EntityKind, EntityRow } from '../store/entities.ts'
import { type DuckDb, literal } from './duckdb.ts'
import { type FactName, keyColumnsOf } from './facts.ts'

/** A reference from a row to an entity, and the parent that the entity must have. */
interface Naming {
  /** The kinds of the entity; for criteria, a column contains the kind. */
  readonly kinds: readonly EntityKind[]
  readonly kindColumn?: string
  readonly id: string
  /** The column of the parent, and the entity's column that must match it. */
  readonly parent: string
  readonly parentOf: (entity: EntityRow) => string
}

const inAccount = ({ accountId }: EntityRow) => accountId
const inCampaign = ({ campaignId }: EntityRow) => campaignId
const inAdGroup = ({ adGroupId }: EntityRow) => adGroupId || '0'

const named: Readonly<Record<string, Naming>> = {
  account_id: { kinds: ['account'], id: 'account_id', parent: 'account_id', parentOf: inAccount },
  campaign_id: {
    kinds: ['campaign'],
    id: 'campaign_id',
    parent: 'account_id',
    parentOf: inAccount,
  },
  ad_group_id: {
    kinds: ['adGroup'],
    id: 'ad_group_id',
    parent: 'campaign_id',
    parentOf: inCampaign,
  },
  keyword_id: {
    kinds: ['keyword'],
    id: 'keyword_id',
    parent: 'ad_group_id',
    parentOf: inAdGroup,
  },
  criterion_id: {
    kinds: ['keyword', 'productGroup', 'productTarget', 'adGroupTarget', 'campaignTarget'],
    kindColumn: 'criterion_kind',
    id: 'criterion_id',
    parent: 'ad_group_id',
    parentOf: inAdGroup,
  },
  ad_id: { kinds: ['ad'], id: 'ad_id', parent: 'ad_group_id', parentOf: inAdGroup },
  feed_item_id: {
    kinds: ['feedItem'],
    id: 'feed_item_id',
    parent: 'account_id',
    parentOf: inAccount,
  },
}

const namingsOf = (fact: FactName): Naming[] =>
  keyColumnsOf(fact).flatMap((column) => named[column] ?? [])

/** A condition on rows of a source: they refer to an unknown entity, or to one with another parent. */
export const isAstray = (fact: FactName, row: string): string =>
  namingsOf(fact)
    .map(
      ({ id, parent }) => `exists (select 1 from astray a where a.named = '${id}'
        and a.advertiser_id = ${row}.advertiser_id and a.id = ${row}.${id}
        and a.parent = ${row}.${parent})`,
    )
    .join(' or ')

/** Describes the invalid reference of a row. */
export const astrayText = (fact: FactName, row: string): string => {
  const whens = namingsOf(fact).map(
    ({ id, parent }) => `when exists (select 1 from astray a where a.named = '${id}'
        and a.advertiser_id = ${row}.advertiser_id and a.id = ${row}.${id}
        and a.parent = ${row}.${parent})
      then '${id.replace(/_id$/, '').replaceAll('_', ' ')} ' || ${row}.${id} || ' is not known there'`,
  )
  return `case ${whens.join(' ')} end`
}

const idsAtOnce = 2_000

/** Looks up all references of rows, and lists invalid ones in a DuckDB table. Returns their number. */
export async function findAstray(
  { reader, entities }: { readonly reader: Reader; readonly entities: Entities },
  duckDb: DuckDb,
  { fact, rows }: { readonly fact: FactName; readonly rows: string },
): Promise<number> {
  await duckDb.run(
    'create table astray (named varchar, advertiser_id bigint, id bigint, parent bigint)',
  )
  let count = 0
  const lookUp = async (naming: Naming, kind: EntityKind, batch: readonly Named[]) => {
    const lost = await astrayOf({ reader, entities }, naming, kind, batch)
    count += lost.length
    if (lost.length === 0) return
    const values = lost.map(
      ({ advertiserId, id, parent }) => `('${naming.id}', ${advertiserId}, ${id}, ${parent})`,
    )
    await duckDb.run(`insert into astray values ${values.join(', ')}`)
  }
  for (const naming of namingsOf(fact)) {
    for (const kind of naming.kinds) {
      for await (const batch of distinctlyNamed(duckDb, rows, naming, kind)) {
        await lookUp(naming, kind, batch)
      }
    }
  }
  return count
}

interface Named {
  readonly advertiserId: string
  readonly id: string
  readonly parent: string
}

/** The distinct references of rows, some thousand of one advertiser at a time. */
async function* distinctlyNamed(
  duckDb: DuckDb,
  rows: string,
  { id, parent, kindColumn }: Naming,
  kind: EntityKind,
): AsyncIterable<Named[]> {
  const ofKind = kindColumn === undefined ? '' : `and ${kindColumn} = ${literal(kind)}`
  const query = `select distinct advertiser_id, ${id}, ${parent} from ${rows}
    where ${id} <> 0 ${ofKind} order by 1, 2`
  using other = await duckDb.connect()
  let batch: Named[] = []
  for await (const chunk of other.chunks(query)) {
    for (const [advertiserId, named, above] of chunk as string[][]) {
      const isFull = batch.length >= idsAtOnce
      if (batch.length > 0 && (isFull || batch[0]!.advertiserId !== advertiserId)) {
        yield batch
        batch = []
      }
      batch.push({ advertiserId: advertiserId!, id: named!, parent: above! })
    }
  }
  if (batch.length > 0) yield batch
}

async function astrayOf(
  { reader, entities }: { readonly reader: Reader; readonly entities: Entities },
  { parentOf }: Naming,
  kind: EntityKind,
  batch: readonly Named[],
): Promise<Named[]> {
  const { advertiserId } = batch[0]!
  const ids = batch.map(({ id }) => id)
  const found = await entities.findAll(reader, { advertiserId, kind, ids })
  const parents = new Map(found.map((entity) => [entity.id, parentOf(entity)]))
  return batch.filter(({ id, parent }) => parents.get(id) !== parent)
}
