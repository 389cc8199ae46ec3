import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '#/storage/port.ts'
import type { Draft } from '../domain/conversion/draft.ts'
import { requireRevenue, requireVariables } from '../domain/conversion/naming.ts'
import type { NewPlace } from '../domain/conversion/place.ts'
import { updatedConversion, withNewIds } from '../domain/conversion/resource.ts'
import { missing, RowFault } from '../domain/conversion/row-fault.ts'
import type { AdsContext } from '../operation.ts'
import type { Conversion } from '../schemas/conversion.ts'
import type { ConversionRow } from '../store/conversions.ts'
import { attributionOf, newPlaceOf, requireOpen, requireVisit } from './attribution.ts'
import { draftsOf, type Entry, requireWhole } from './batch.ts'
import { type KnownAdvertiser, type References, referencesOf } from './references.ts'

type Context = Omit<AdsContext, 'database'>

/** How long after the click a conversion can be changed through it. */
const editAgeMaxMs = 60 * 86_400_000

interface Sought {
  readonly entry: Entry
  readonly advertiser: KnownAdvertiser
  /** The ids of the new experience in the row, and the keyword that they identify. */
  readonly newPlace?: NewPlace
  readonly keywordId?: string
}

/** Updates the conversions of the valid rows of a batch. */
export async function updateRows(
  context: Context,
  tx: Transaction,
  entries: readonly Entry[],
): Promise<void> {
  const references = await referencesOf(context, tx, draftsOf(entries), 'lock')
  const nowMs = context.clock.nowMs()
  const sought = entries.flatMap((entry) => soughtEntry(entry, references, nowMs))
  const changes: Change[] = []
  for (const group of Map.groupBy(sought, advertiserOf).values()) {
    changes.push(...(await changesOf(context, tx, group, nowMs)))
  }
  requireWhole(context.conversionLimits, entries)
  for (const group of Map.groupBy(changes, advertiserOf).values()) await write(context, tx, group)
}

const advertiserOf = ({ advertiser }: { readonly advertiser: KnownAdvertiser }) => advertiser.row.id

/** Finds the advertiser of a row by its click, its lineage or its account. */
function soughtEntry(entry: Entry, references: References, nowMs: number): Sought[] {
  const sought = entry.attempt(() => {
    const draft = entry.draft!
    if (draft.clickId !== undefined) {
      const visit = requireVisit(draft, references, nowMs - editAgeMaxMs)
      const advertiser = requireOpen(references, visit.advertiserId)
      if (draft.customerId === undefined) return { advertiser }
      const newPlace = newPlaceOf(draft, visit, references)
      return { advertiser, newPlace, keywordId: visit.criterionId }
    }
    return draft.customerId === undefined
      ? { advertiser: requireOpen(references, requiredLineage(draft)) }
      : ofNewLineage(draft, references)
  })
  return sought === undefined ? [] : [{ entry, ...sought }]
}

function requiredLineage({ advertiserId, criterionId, dsConversionId, productGroupId }: Draft) {
  if (advertiserId === undefined) throw missing('advertiserId')
  const named = criterionId ?? productGroupId ?? dsConversionId
  if (named === undefined) throw missing('criterionId')
  return advertiserId
}

function ofNewLineage(draft: Draft, references: References): Omit<Sought, 'entry'> {
  const { place, advertiser, newPlace } = attributionOf(draft, references, 0)
  return { advertiser, keywordId: place.criterionId, ...(newPlace && { newPlace }) }
}

interface Change extends Sought {
  readonly row: ConversionRow
  readonly stored: Conversion
  readonly next: Conversion
}

/** The changes to the conversions of one advertiser. Unchanged conversions are only returned. */
async function changesOf(
  { conversions }: Context,
  tx: Transaction,
  group: readonly Sought[],
  nowMs: number,
): Promise<Change[]> {
  const advertiserId = advertiserOf(group[0]!)
  const ids = group.map(({ entry }) => entry.draft!.conversionId)
  const rows = new Map<string, ConversionRow>()
  for (const row of await conversions.findAll(tx, { advertiserId, ids })) {
    rows.set(`${row.atMs} ${row.conversionId}`, row)
  }
  return group.flatMap((sought) => {
    const { entry, advertiser, newPlace, keywordId } = sought
    const change = entry.attempt(() => {
      const draft = entry.draft!
      const row = rows.get(`${draft.atMs} ${draft.conversionId}`)
      if (row === undefined) throw notFound(draft)
      const stored = JSON.parse(row.wire) as Conversion
      requireUnchanged(draft, stored, keywordId)
      requireRepeated(draft, stored)
      requireVariables(draft, advertiser.catalog)
      const changed = updatedConversion(stored, draft)
      requireRevenue(changed, changed.type)
      const isSame = isDeepStrictEqual(changed, stored)
      const next = isSame ? stored : { ...changed, conversionModifiedTimestamp: String(nowMs) }
      return { row, stored, next, isSame }
    })
    if (change === undefined) return []
    entry.answer = JSON.stringify(
      newPlace === undefined ? change.next : withNewIds(change.next, newPlace),
    )
    const { row, stored, next } = change
    return change.isSame ? [] : [{ ...sought, row, stored, next }]
  })
}

const notFound = ({ conversionId }: Draft) =>
  new RowFault('conversionNotFound', `Advertiser conversion ID '${conversionId}' is not found`)

/** The identity and the attribution of a conversion cannot change. */
const fixed = [
  'type',
  'clickId',
  'segmentationId',
  'segmentationName',
  'dsConversionId',
  'attributionModel',
  'countMillis',
  'deviceType',
  'productId',
  'productCountry',
  'productLanguage',
  'inventoryAccountId',
  'channel',
  'storeId',
  'adUserDataConsent',
] as const

const lineage = [
  'agencyId',
  'advertiserId',
  'engineAccountId',
  'campaignId',
  'adGroupId',
  'criterionId',
  'productGroupId',
  'adId',
] as const

function requireUnchanged(draft: Draft, stored: Conversion, keywordId: string | undefined): void {
  for (const field of keywordId === undefined ? [...fixed, ...lineage] : fixed) {
    const value = draft[field]
    if (value === undefined || value === '' || value === stored[field]) continue
    if (value !== '0' || stored[field] !== undefined) throw cannotChange(field)
  }
  if (keywordId !== undefined && keywordId !== (stored.criterionId ?? '')) {
    throw cannotChange('criterionId')
  }
}

const cannotChange = (field: string) => new RowFault('fixed', `Field '${field}' cannot be changed`)

/** An update has to repeat the amounts of the conversion. */
function requireRepeated(draft: Draft, stored: Conversion): void {
  for (const field of ['revenueMicros', 'currencyCode', 'quantityMillis'] as const) {
    if (stored[field] !== undefined && draft[field] === undefined) throw missing(field)
  }
}

async function write(
  { advertisers, conversions, clock }: Context,
  tx: Transaction,
  group: readonly Change[],
): Promise<void> {
  const { row: advertiser } = group[0]!.advertiser
  let sequence = advertiser.conversionSequence
  const modifiedAt = clock.nowMs()
  for (const { row, stored, next } of group) {
    sequence += 1
    const wire = JSON.stringify(next)
    const state = next.state!
    await conversions.rewrite(tx, { ...row, state, modifiedAt, sequence, wire }, stored)
  }
  await advertisers.advance(tx, advertiser.id, sequence)
}
