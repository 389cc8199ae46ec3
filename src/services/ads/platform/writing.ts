import type { Transaction } from '#/storage/port.ts'
import { FormulaFault } from '../domain/formula/tokens.ts'
import { typeOfFormula } from '../domain/formula/type-of.ts'
import type { EntityKind } from '../store/entities.ts'
import type {
  ActivityRecord,
  AdvertiserRecord,
  AgencyRecord,
  EntityRecord,
  VisitRecord,
} from '../store/platform.ts'
import type { KindName } from './kinds.ts'
import {
  belowAccount,
  belowAdGroup,
  belowCampaign,
  ofAccount,
  ofAdvertiser,
  type PositionOf,
} from './positions.ts'
import { millionths, type PlatformRecord, RecordFault } from './record.ts'
import {
  type BadRecord,
  byId,
  type Located,
  requireIn,
  type Values,
  Writing,
  type WritingGiven,
} from './writing-batch.ts'

/** Writes records of one kind over what was told before, and gives those that rest on nothing. */
export async function writeRecords(
  given: WritingGiven,
  tx: Transaction,
  kind: KindName,
  located: readonly Located[],
): Promise<BadRecord[]> {
  const writing = new Writing(given, tx, located)
  await writers[kind](writing)
  return writing.bad
}

/** What every kind of thing has; what was told before stays where nothing is said. */
function lifeOf({ values, attributes }: PlatformRecord, before: Life | undefined, nowMs: number) {
  const { name = '', status = 'Active', created, modified } = values
  const life = { name, status, attributes: JSON.stringify(attributes) }
  const createdAt = created === undefined ? (before?.createdAt ?? nowMs) : Number(created)
  return { ...life, createdAt, modifiedAt: modifiedAt(modified, before, nowMs) }
}

type Life = Pick<AgencyRecord, 'createdAt' | 'modifiedAt'>

const modifiedAt = (modified: string | undefined, before: Life | undefined, nowMs: number) =>
  modified === undefined ? (before?.modifiedAt ?? nowMs) : Number(modified)

/** Leaves out what is told as before; what differs was changed now, unless the source says when. */
function changed<Row extends Life & { readonly id: string }>(
  rows: readonly Row[],
  beforeOf: (row: Row) => Row | undefined,
  nowMs: number,
): Row[] {
  return rows.flatMap((row) => {
    const before = beforeOf(row)
    if (before === undefined) return [row]
    const isSame = Object.entries(row).every(([name, value]) => before[name as keyof Row] === value)
    if (isSame) return []
    return row.modifiedAt === before.modifiedAt ? [{ ...row, modifiedAt: nowMs }] : [row]
  })
}

async function writeAgencies(writing: Writing): Promise<void> {
  const { tx, given } = writing
  const nowMs = given.clock.nowMs()
  const known = byId(await given.platform.agencies(tx, writing.valuesOf('agencyId')))
  const rows = writing.rows(
    (record) => {
      const { agencyId = '', customerId = '', currency = '', timeZone = '' } = record.values
      const life = lifeOf(record, known.get(agencyId), nowMs)
      return { id: agencyId, customerId, currency, timeZone, ...life }
    },
    ({ id }) => id,
  )
  await given.platform.putAgencies(
    tx,
    changed<AgencyRecord>(rows, ({ id }) => known.get(id), nowMs),
  )
}

async function writeAdvertisers(writing: Writing): Promise<void> {
  const { tx, given } = writing
  const nowMs = given.clock.nowMs()
  const agencies = byId(await given.platform.agencies(tx, writing.valuesOf('agencyId')))
  const known = await writing.advertisers()
  const rows = writing.rows<AdvertiserRecord>(
    (record) => {
      const { agencyId = '', advertiserId = '', customerId = '' } = record.values
      const { currency = '', timeZone = '' } = record.values
      requireIn(agencies, agencyId, `the agency ${agencyId}`)
      const before = known.get(advertiserId)
      if (before !== undefined && before.timeZone !== timeZone) {
        throw new RecordFault('the zone of an advertiser cannot change: its days are counted in it')
      }
      const life = lifeOf(record, before, nowMs)
      return { id: advertiserId, agencyId, customerId, currency, timeZone, ...life }
    },
    ({ id }) => id,
  )
  const news = changed(rows, ({ id }) => known.get(id), nowMs)
  await given.platform.putAdvertisers(tx, news)
  await writing.advance(news.map(({ id }) => id))
}

interface EntityWriting {
  readonly kind: EntityKind
  readonly idColumn: string
  readonly positions: (writing: Writing) => Promise<PositionOf>
}

/** Entities stand where their record says; the new experience knows those with a new id. */
const writeEntities =
  ({ kind, idColumn, positions }: EntityWriting) =>
  async (writing: Writing): Promise<void> => {
    const { tx, given } = writing
    const nowMs = given.clock.nowMs()
    const advertisers = await writing.advertisers()
    const positionOf = await positions(writing)
    const known = await writing.entities(kind, idColumn)
    const keyOf = ({ advertiserId, id }: EntityRecord) => `${advertiserId} ${id}`
    const rows = writing.rows<EntityRecord>((record) => {
      const { values } = record
      const { advertiserId = '', newId = '' } = values
      requireIn(advertisers, advertiserId, `the advertiser ${advertiserId}`)
      const id = values[idColumn]!
      const { attributes, ...life } = lifeOf(record, known.get(`${advertiserId} ${id}`), nowMs)
      const settings = kind === 'account' ? accountSettings(values, attributes) : attributes
      const position = positionOf(values)
      return { advertiserId, kind, id, ...position, newId, ...life, attributes: settings }
    }, keyOf)
    const news = changed(rows, (row) => known.get(keyOf(row)), nowMs)
    const sequenceOf = await writing.advance(news.map(({ advertiserId }) => advertiserId))
    await given.platform.putEntities(tx, news, sequenceOf)
  }

const accountSettings = ({ currency, timeZone }: Values, attributes: string) =>
  JSON.stringify({ ...JSON.parse(attributes), currency, timeZone })

/** Things that an advertiser has set up, which uploads name. */
async function writeActivities(writing: Writing): Promise<void> {
  const { tx, given } = writing
  const advertisers = await writing.advertisers()
  const rows = writing.rows<ActivityRecord>(
    ({ values, attributes }) => {
      const { advertiserId = '', activityId = '', name = '', groupId = '' } = values
      const { groupName = '', type = '', weight = '1', status = 'Active' } = values
      requireIn(advertisers, advertiserId, `the advertiser ${advertiserId}`)
      const group = { groupId, groupName, type, weightMicros: millionths(weight), status }
      return {
        advertiserId,
        id: activityId,
        name,
        ...group,
        attributes: JSON.stringify(attributes),
      }
    },
    ({ advertiserId, id }) => `${advertiserId} ${id}`,
  )
  await given.platform.putActivities(tx, rows)
  await writing.advance(rows.map(({ advertiserId }) => advertiserId))
}

async function writeVariables(writing: Writing): Promise<void> {
  const { tx, given } = writing
  const advertisers = await writing.advertisers()
  const rows = writing.rows(
    ({ values: { advertiserId = '', kind = '', name = '' } }) => {
      requireIn(advertisers, advertiserId, `the advertiser ${advertiserId}`)
      return { advertiserId, kind, name }
    },
    ({ advertiserId, kind, name }) => `${advertiserId} ${kind} ${name}`,
  )
  await given.platform.putVariables(tx, rows)
  await writing.advance(rows.map(({ advertiserId }) => advertiserId))
}

async function writeSavedColumns(writing: Writing): Promise<void> {
  const { tx, given } = writing
  const advertisers = await writing.advertisers()
  const saved = new Map<string, Map<string, string>>()
  for (const id of advertisers.keys()) {
    const known = await given.platform.savedColumns(tx, id)
    saved.set(id, new Map(known.map(({ name, formula }) => [name, formula])))
  }
  const keyOf = ({ advertiserId, name }: { advertiserId: string; name: string }) =>
    `${advertiserId} ${name}`
  // Columns may speak of each other, whichever comes first.
  for (const { advertiserId = '', name = '', formula = '' } of writing.values()) {
    saved.get(advertiserId)?.set(name, formula)
  }
  const rows = writing.rows(({ values: { advertiserId = '', name = '', formula = '' } }) => {
    requireIn(advertisers, advertiserId, `the advertiser ${advertiserId}`)
    return { advertiserId, name, formula, type: typeIn(formula, saved.get(advertiserId)!) }
  }, keyOf)
  await given.platform.putSavedColumns(tx, rows)
}

function typeIn(formula: string, saved: ReadonlyMap<string, string>): string {
  try {
    return typeOfFormula(formula, saved)
  } catch (fault) {
    if (!(fault instanceof FormulaFault)) throw fault
    throw new RecordFault(fault.message)
  }
}

async function writeVisits(writing: Writing): Promise<void> {
  const { tx, given } = writing
  const accounts = await writing.entities('account', 'accountId')
  const campaigns = await writing.entities('campaign', 'campaignId')
  const rows = writing.rows<VisitRecord>(
    ({ values, attributes }) => {
      const { advertiserId = '', clickId = '', time, accountId = '', campaignId = '' } = values
      const { adGroupId = '', keywordId = '', adId = '', productGroupId = '' } = values
      requireIn(accounts, `${advertiserId} ${accountId}`, `the account ${accountId}`)
      requireIn(campaigns, `${advertiserId} ${campaignId}`, `the campaign ${campaignId}`)
      const place = { accountId, campaignId, adGroupId, keywordId, adId, productGroupId }
      const rest = { device: values.device ?? '', attributes: JSON.stringify(attributes) }
      return { advertiserId, clickId, atMs: Number(time), ...place, ...rest }
    },
    ({ advertiserId, clickId }) => `${advertiserId} ${clickId}`,
  )
  await given.platform.putVisits(tx, rows)
}

async function writeRates(writing: Writing): Promise<void> {
  const { tx, given } = writing
  const rows = writing.rows(
    ({ values: { currency = '', date, perDollar = '' } }) => ({
      currency,
      day: Number(date),
      perDollarMicros: millionths(perDollar),
    }),
    ({ currency, day }) => `${currency} ${day}`,
  )
  await given.platform.putRates(tx, rows)
}

const writers: Readonly<Record<KindName, (writing: Writing) => Promise<void>>> = {
  agency: writeAgencies,
  advertiser: writeAdvertisers,
  account: writeEntities({ kind: 'account', idColumn: 'accountId', positions: ofAccount }),
  campaign: writeEntities({ kind: 'campaign', idColumn: 'campaignId', positions: belowAccount }),
  adGroup: writeEntities({ kind: 'adGroup', idColumn: 'adGroupId', positions: belowCampaign }),
  keyword: writeEntities({ kind: 'keyword', idColumn: 'keywordId', positions: belowAdGroup }),
  ad: writeEntities({ kind: 'ad', idColumn: 'adId', positions: belowAdGroup }),
  productGroup: writeEntities({
    kind: 'productGroup',
    idColumn: 'productGroupId',
    positions: belowAdGroup,
  }),
  label: writeEntities({ kind: 'label', idColumn: 'labelId', positions: ofAdvertiser }),
  bidStrategy: writeEntities({
    kind: 'bidStrategy',
    idColumn: 'bidStrategyId',
    positions: ofAdvertiser,
  }),
  activity: writeActivities,
  customVariable: writeVariables,
  savedColumn: writeSavedColumns,
  visit: writeVisits,
  currencyRate: writeRates,
}
