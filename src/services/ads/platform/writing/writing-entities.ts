import type { EntityKind } from '../../store/entities.ts'
import type {
  AdvertiserRecord,
  AgencyRecord,
  EntityRecord,
  KnownAdvertiserRecord,
} from '../../store/platform-records.ts'
import { RecordFault } from '../record.ts'
import type { PositionOf } from './positions.ts'
import { byId, existingRecord, requireIn, type Values, type Writing } from './writing-batch.ts'
import { changedLife, lifeOf } from './writing-life.ts'

export async function writeAgencies(writing: Writing): Promise<void> {
  const { tx, context } = writing
  const nowMs = context.clock.nowMs()
  const existing = byId(await context.platform.agencies(tx, writing.valuesOf('agencyId')))
  writing.complete(({ agencyId = '' }) => {
    const before = existing.get(agencyId)
    if (before === undefined) return undefined
    const { customerId, currency, timeZone, status } = before
    return existingRecord({ customerId, currency, timeZone, status }, before)
  })
  const rows = writing.rows<AgencyRecord>(
    (record) => {
      const { agencyId = '', customerId = '', currency = '', timeZone = '' } = record.values
      const life = lifeOf(record, existing.get(agencyId), nowMs)
      return { id: agencyId, customerId, currency, timeZone, ...life }
    },
    ({ id }) => id,
  )
  const news = changedLife(rows, ({ id }) => existing.get(id), nowMs)
  if (news.length === 0) return
  await context.platform.putAgencies(tx, news)
  await context.platform.advanceSubject(tx, 'agencies')
}

export async function writeAdvertisers(writing: Writing): Promise<void> {
  const { tx, context } = writing
  const nowMs = context.clock.nowMs()
  const agencies = byId(await context.platform.agencies(tx, writing.valuesOf('agencyId')))
  const existing = await writing.advertisers()
  writing.complete(({ advertiserId = '' }) => {
    const before = existing.get(advertiserId)
    if (before === undefined) return undefined
    const { customerId, conversionDates, status } = before
    return existingRecord({ customerId, conversionDates, status }, before)
  })
  const rows = writing.rows<AdvertiserRecord>(
    (record) => {
      const { agencyId = '', advertiserId = '', customerId = '' } = record.values
      const { currency = '', timeZone = '' } = record.values
      requireIn(agencies, agencyId, `the agency ${agencyId}`)
      const before = existing.get(advertiserId)
      const { conversionDates = before?.conversionDates ?? 'advertiser' } = record.values
      const isCounted = before !== undefined && before.conversionSequence > 0
      if (isCounted && before.timeZone !== timeZone)
        throw conversionDatesFault('the zone of an advertiser')
      if (isCounted && before.conversionDates !== conversionDates)
        throw conversionDatesFault('conversionDates')
      const life = lifeOf(record, before, nowMs)
      return {
        id: advertiserId,
        agencyId,
        customerId,
        currency,
        timeZone,
        conversionDates,
        ...life,
      }
    },
    ({ id }) => id,
  )
  const news = changedLife(rows, ({ id }) => existing.get(id), nowMs)
  await context.platform.putAdvertisers(tx, news)
  await writing.advance(news.map(({ id }) => id))
}

const conversionDatesFault = (what: string) =>
  new RecordFault(`${what} cannot change: conversions have their dates by it`)

interface EntityWriting {
  readonly kind: EntityKind
  readonly idOf: (values: Values) => string
  readonly positions: (writing: Writing) => Promise<PositionOf>
  /** Columns that are stored as attributes as well. */
  readonly alsoKept?: readonly string[]
  /** Rejects changes of values that other data depends on. */
  readonly requireKept?: (
    values: Values,
    before: EntityRecord,
    advertiser: KnownAdvertiserRecord,
  ) => void
}

/** Entities are below the parent that their record names. Those with a new id exist in the new experience as well. */
export const writeEntities =
  ({ kind, idOf, positions, alsoKept = [], requireKept }: EntityWriting) =>
  async (writing: Writing): Promise<void> => {
    const { tx, context } = writing
    const nowMs = context.clock.nowMs()
    const advertisers = await writing.advertisers()
    const existing = await writing.entities(kind, idOf)
    writing.complete((values) => {
      const before = existing.get(`${values.advertiserId} ${idOf(values)}`)
      if (before === undefined) return undefined
      const { adGroupId, customerId, newId, status } = before
      return existingRecord({ adGroupId, customerId, newId, status }, before)
    })
    const positionOf = await positions(writing)
    const keyOf = ({ advertiserId, id }: EntityRecord) => `${advertiserId} ${id}`
    const rows = writing.rows<EntityRecord>((record) => {
      const { values } = record
      const { advertiserId = '', newId = '' } = values
      const advertiser = requireIn(advertisers, advertiserId, `the advertiser ${advertiserId}`)
      const id = idOf(values)
      const before = existing.get(`${advertiserId} ${id}`)
      if (before !== undefined) requireKept?.(values, before, advertiser)
      const life = lifeOf(record, before, nowMs)
      const attributes = withKept(life.attributes, values, alsoKept)
      return { advertiserId, kind, id, ...positionOf(values), newId, ...life, attributes }
    }, keyOf)
    const news = changedLife(rows, (row) => existing.get(keyOf(row)), nowMs)
    const sequenceOf = await writing.advance(news.map(({ advertiserId }) => advertiserId))
    await context.platform.putEntities(tx, news, sequenceOf)
    for (const row of news) {
      const before = existing.get(keyOf(row))
      if (before === undefined || hasSameNewIds(row, before)) continue
      await context.platform.updateLineageBelow(tx, row, sequenceOf(row.advertiserId))
    }
  }

const hasSameNewIds = (row: EntityRecord, before: EntityRecord) =>
  row.newId === before.newId &&
  row.customerId === before.customerId &&
  row.newCampaignId === before.newCampaignId

/** Rejects a change of the account zone if conversion dates depend on it. */
export function requireZoneKept(
  { timeZone }: Values,
  { attributes }: EntityRecord,
  { conversionDates, conversionSequence }: KnownAdvertiserRecord,
): void {
  if (conversionDates !== 'account' || conversionSequence === 0) return
  const { timeZone: before } = JSON.parse(attributes) as Values
  if (before !== timeZone) throw conversionDatesFault('the zone of an account')
}

function withKept(attributes: string, values: Values, names: readonly string[]): string {
  if (names.length === 0) return attributes
  const unchanged = Object.fromEntries(names.map((name) => [name, values[name]]))
  return JSON.stringify({ ...JSON.parse(attributes), ...unchanged })
}
