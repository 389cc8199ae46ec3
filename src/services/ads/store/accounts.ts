import type { Reader } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { query } from '#/storage/sql/statement.ts'
import { adsEntities } from './tables.ts'

/** The currency and the zone of an engine account's statistics. */
interface AccountSettings {
  readonly advertiserId: string
  readonly id: string
  readonly currency: string
  readonly timeZone: string
}

interface AccountFilter {
  readonly advertisers: readonly { readonly id: string }[]
  readonly accountId?: string
}

/** The engine accounts of advertisers. */
export class Accounts {
  /** The accounts of the advertisers, or the given one. */
  async of(
    reader: Reader,
    { advertisers, accountId = '' }: AccountFilter,
  ): Promise<AccountSettings[]> {
    const advertiserIds = JSON.stringify(advertisers.map(({ id }) => id))
    const rows = await reader.all(list, { advertiserIds, accountId })
    return rows.map(({ attributes, ...row }) => ({ ...row, ...settingsIn(attributes) }))
  }
}

function settingsIn(text: string): Pick<AccountSettings, 'currency' | 'timeZone'> {
  const { currency = '', timeZone = '' } = JSON.parse(text) as Record<string, string>
  return { currency, timeZone }
}

const list = query<
  { advertiserIds: string; accountId: string },
  { advertiserId: string; id: string; attributes: string }
>(
  ({ advertiserIds, accountId }, { inTexts }) => sql`
    select advertiser_id as "advertiserId", id, attributes from ${adsEntities}
    where advertiser_id ${inTexts(advertiserIds)} and kind = 'account'
      and (${accountId} = '' or id = ${accountId})`,
)
