import type { Reader, Transaction } from '#/storage/port.ts'
import { sql } from '#/storage/sql/sql.ts'
import { command, none, query } from '#/storage/sql/statement.ts'
import { adsAdvertisers, adsAgencies } from './tables.ts'

export interface AdvertiserRow {
  readonly id: string
  readonly agencyId: string
  /** A small number from which the ids of its conversions are derived. */
  readonly number: number
  readonly name: string
  /** The new id of the account above its engine accounts. */
  readonly customerId: string
  readonly currency: string
  /** The zone of its conversion dates. */
  readonly timeZone: string
  /** Whether conversion dates are in this zone or in that of the account. */
  readonly conversionDates: 'advertiser' | 'account'
  /** Increases with each import that changes it. */
  readonly platformSequence: number
  /** Increases with each conversion that is added or changed. */
  readonly conversionSequence: number
}

/** The advertisers imported from a platform. */
export class Advertisers {
  find(reader: Reader, id: string): Promise<AdvertiserRow | undefined> {
    return reader.first(find, { id })
  }

  findByCustomer(reader: Reader, customerId: string): Promise<AdvertiserRow | undefined> {
    return reader.first(findByCustomer, { customerId })
  }

  ofAgencies(reader: Reader, agencyIds: readonly string[]): Promise<AdvertiserRow[]> {
    return reader.all(listOfAgencies, { agencyIds: JSON.stringify(agencyIds) })
  }

  /** The agencies that have advertisers. */
  async agencyIds(reader: Reader): Promise<string[]> {
    return (await reader.all(listAgencyIds, none)).map(({ agencyId }) => agencyId)
  }

  /** The agencies with this new id, or with an advertiser that has it. */
  async agenciesOfManager(reader: Reader, customerId: string): Promise<string[]> {
    return (await reader.all(listManaged, { customerId })).map(({ agencyId }) => agencyId)
  }

  /** Reads the advertiser and locks its row until the transaction ends. */
  lock(tx: Transaction, id: string): Promise<AdvertiserRow | undefined> {
    return tx.first(lock, { id })
  }

  /** Reserves a range of numbers for conversions, and returns the last one. */
  async reserve(tx: Transaction, id: string, count: number): Promise<number> {
    return (await tx.reserve(reserve, { id, count }))!.conversionSequence
  }

  async advance(tx: Transaction, id: string, conversionSequence: number): Promise<void> {
    await tx.run(advance, { id, conversionSequence })
  }
}

const columns = sql`id, agency_id as "agencyId", number, name, customer_id as "customerId", currency,
  time_zone as "timeZone", conversion_dates as "conversionDates",
  platform_sequence as "platformSequence",
  conversion_sequence as "conversionSequence"`

const find = query<{ id: string }, AdvertiserRow>(
  ({ id }) => sql`select ${columns} from ${adsAdvertisers} where id = ${id}`,
)

const listAgencyIds = query<typeof none, { agencyId: string }>(
  () => sql`select distinct agency_id as "agencyId" from ${adsAdvertisers} order by agency_id`,
)

const listOfAgencies = query<{ agencyIds: string }, AdvertiserRow>(
  ({ agencyIds }, { inTexts }) => sql`
    select ${columns} from ${adsAdvertisers} where agency_id ${inTexts(agencyIds)}
    order by id`,
)

/** An id belongs to one manager, unless the imported data is inconsistent. */
const managedMax = 100

const listManaged = query<{ customerId: string }, { agencyId: string }>(
  ({ customerId }) => sql`select agency_id as "agencyId" from ${adsAdvertisers}
      where customer_id = ${customerId} and customer_id <> ''
    union select id from ${adsAgencies} where customer_id = ${customerId} and customer_id <> ''
    limit ${managedMax}`,
)

const findByCustomer = query<{ customerId: string }, AdvertiserRow>(
  ({ customerId }) =>
    sql`select ${columns} from ${adsAdvertisers} where customer_id = ${customerId} and customer_id <> ''`,
)

const lock = query<{ id: string }, AdvertiserRow>(
  ({ id }, { forUpdate }) =>
    sql`select ${columns} from ${adsAdvertisers} where id = ${id} ${forUpdate}`,
)

const reserve = command<{ id: string; count: number }, Pick<AdvertiserRow, 'conversionSequence'>>(
  ({ count, id }) => sql`
   update ${adsAdvertisers} set conversion_sequence = conversion_sequence + ${count} where id = ${id}
    returning conversion_sequence as "conversionSequence"`,
)

const advance = command<{ id: string; conversionSequence: number }>(
  ({ conversionSequence, id }) =>
    sql`update ${adsAdvertisers} set conversion_sequence = ${conversionSequence} where id = ${id}`,
)
