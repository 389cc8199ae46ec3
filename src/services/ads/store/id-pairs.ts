import type { Reader } from '#/storage/port.ts'
import { limit, raw, sql } from '#/storage/sql/sql.ts'
import { query, type Statement } from '#/storage/sql/statement.ts'
import type { EntityKind } from './entities.ts'
import { adsEntities } from './tables.ts'

/** The entity kinds in the id file, with their names and keys there. */
const paired: readonly {
  readonly kind: EntityKind
  readonly type: string
  /** Absent if the position of the entity contains its id already. */
  readonly key?: string
}[] = [
  { kind: 'account', type: 'CUSTOMER' },
  { kind: 'campaign', type: 'CAMPAIGN' },
  { kind: 'adGroup', type: 'AD_GROUP' },
  { kind: 'ad', type: 'AD', key: 'adId' },
  { kind: 'keyword', type: 'CRITERION', key: 'criterionId' },
  { kind: 'productGroup', type: 'CRITERION', key: 'criterionId' },
  { kind: 'productTarget', type: 'CRITERION', key: 'criterionId' },
  { kind: 'adGroupTarget', type: 'CRITERION', key: 'criterionId' },
  { kind: 'negativeAdGroupKeyword', type: 'CRITERION', key: 'criterionId' },
  { kind: 'negativeAdGroupTarget', type: 'CRITERION', key: 'criterionId' },
  { kind: 'campaignTarget', type: 'CRITERION', key: 'criterionId' },
  { kind: 'negativeCampaignKeyword', type: 'CRITERION', key: 'criterionId' },
  { kind: 'negativeCampaignTarget', type: 'CRITERION', key: 'criterionId' },
  { kind: 'feedItem', type: 'FEED_ITEM', key: 'feedItemId' },
]

interface Above {
  readonly agencyId: string
  readonly advertiserId: string
}

const header = 'Entity Type,Legacy IDs,New IDs\n'

const rowsAtOnce = 1_000

/**
 * The lines of the id file, ordered by kind and id. The database creates the text, some hundred kilobytes at
 * a time, because a million lines are too many to be objects. Ids are digits, so that doubling quotes is all
 * that JSON within CSV needs.
 */
export async function* idPairLines(
  reader: Reader,
  { agencyId, advertiserId, customerId }: Above & { readonly customerId: string },
): AsyncIterable<string> {
  yield header
  if (customerId !== '') {
    const old = `{""agencyId"":""${agencyId}"",""advertiserId"":""${advertiserId}""}`
    yield `CUSTOMER,"${old}","{""customerId"":""${customerId}""}"\n`
  }
  for (const page of pages) {
    let after = ''
    for (;;) {
      const args = { agencyId, advertiserId, after, limit: rowsAtOnce }
      const { text, last, count } = (await reader.first(page, args))!
      if (count > 0) yield text
      if (count < rowsAtOnce) break
      after = last
    }
  }
}

/** A member of a cell, if the column contains an id. */
const member = (name: string, column: string) =>
  raw(`case when ${column} = '' then '' else ',""${name}"":""' || ${column} || '""' end`)

function pageOf({
  kind,
  type,
  key,
}: (typeof paired)[number]): Statement<
  Above & { readonly after: string; readonly limit: number },
  { readonly text: string; readonly last: string; readonly count: number }
> {
  const own = key === undefined ? sql`''` : member(key, 'id')
  const ownNew = key === undefined ? sql`''` : member(key, 'new_id')
  const newCampaign = kind === 'campaign' ? 'new_id' : 'new_campaign_id'
  const newAdGroup = kind === 'adGroup' ? 'new_id' : 'new_ad_group_id'
  // The aggregate keeps the order of the page; sorting again would double the cost.
  return query(
    (args) => sql`select string_agg(line, '') as text, max(id) as last, count(*) as count from (
      select id, '${raw(type)},"{""agencyId"":""' || ${args.agencyId} || '"",""advertiserId"":""'
          || advertiser_id || '"",""engineAccountId"":""' || account_id || '""'
          || ${member('campaignId', 'campaign_id')} || ${member('adGroupId', 'ad_group_id')}
          || ${own} || '}","{""customerId"":""' || customer_id || '""'
          || ${member('campaignId', newCampaign)} || ${member('adGroupId', newAdGroup)}
          || ${ownNew} || '}"\n' as line
        from ${adsEntities}
        where advertiser_id = ${args.advertiserId} and kind = '${raw(kind)}' and id > ${args.after}
          and customer_id <> ''
        order by id ${limit(args.limit)}
      ) page`,
  )
}

const pages = paired.map(pageOf)
