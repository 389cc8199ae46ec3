import type { Transaction } from '#/storage/port.ts'
import { activityOf, requireRevenue, requireVariables } from '../domain/conversion/naming.ts'
import { newConversion, withNewIds } from '../domain/conversion/resource.ts'
import { missing, RowFault } from '../domain/conversion/row-fault.ts'
import { dayIn } from '../domain/zone-days.ts'
import type { AdsContext } from '../operation.ts'
import type { Activity } from '../store/advertiser-catalog.ts'
import type { AdvertiserRow } from '../store/advertisers.ts'
import type { ConversionRow } from '../store/conversions.ts'
import { type Attributed, attributionOf } from './attribution.ts'
import { draftsOf, type Entry, requireWhole } from './batch.ts'
import { type References, referencesOf } from './references.ts'

type Context = Omit<AdsContext, 'database' | 'origin'>

interface Placed {
  readonly entry: Entry
  readonly place: Attributed['place']
  readonly newPlace: Attributed['newPlace']
  readonly advertiser: Attributed['advertiser']
  readonly activity: Activity
}

/** Inserts the valid rows of a batch, and records errors for the invalid ones. */
export async function insertRows(
  context: Context,
  tx: Transaction,
  entries: readonly Entry[],
): Promise<void> {
  const references = await referencesOf(context, tx, draftsOf(entries), 'find')
  const nowMs = context.conversionLimits.isImport ? 0 : context.clock.nowMs()
  const byAdvertiser = new Map<string, Placed[]>()
  for (const entry of entries) {
    const placed = placedEntry(entry, references, nowMs)
    if (placed === undefined) continue
    const { advertiserId } = placed.place
    const group = byAdvertiser.get(advertiserId)
    if (group === undefined) byAdvertiser.set(advertiserId, [placed])
    else group.push(placed)
  }
  requireWhole(context.conversionLimits, entries)
  const numbered: [readonly Placed[], number][] = []
  for (const [id, group] of byAdvertiser) {
    const last = await context.advertisers.reserve(tx, id, group.length)
    numbered.push([group, last - group.length])
  }
  for (const [group, before] of numbered) await addGroup(context, tx, group, before)
  requireWhole(context.conversionLimits, entries)
}

function placedEntry(entry: Entry, references: References, nowMs: number): Placed | undefined {
  return entry.attempt(() => {
    const draft = entry.draft!
    if (draft.segmentationType === undefined) throw missing('segmentationType')
    const { place, newPlace, advertiser } = attributionOf(draft, references, nowMs)
    const { catalog } = advertiser
    const activity = activityOf(draft, catalog)
    requireVariables(draft, catalog)
    requireRevenue(draft, draft.type ?? activity.type)
    return { entry, place, newPlace, advertiser, activity }
  })
}

/**
 * Adds the conversions that do not exist yet, removed ones included. The numbers of the others stay unused.
 */
async function addGroup(
  { conversions, clock }: Context,
  tx: Transaction,
  group: readonly Placed[],
  numbersBefore: number,
): Promise<void> {
  const { row: advertiser } = group[0]!.advertiser
  let sequence = numbersBefore
  const nowMs = clock.nowMs()
  const rows = group.map((placed) => rowOf(placed, { advertiser, sequence: ++sequence, nowMs }))
  const existing = await conversions.add(tx, rows)
  for (const [index, { dsId, conversionId }] of rows.entries()) {
    const existingRow = existing.get(dsId)
    if (existingRow !== undefined)
      group[index]!.entry.fault = alreadyThere(conversionId, existingRow.dsId)
  }
}

const alreadyThere = (conversionId: string, dsId: number) =>
  new RowFault(
    'alreadyThere',
    `The conversion ID is already specified: '${conversionId}' belongs to the conversion ${dsId}`,
  )

// Ids stay below 2^53, with room for ten billion conversions of each advertiser.
const idsOfAdvertiser = 10_000_000_000

interface Numbering {
  readonly advertiser: AdvertiserRow
  readonly sequence: number
  readonly nowMs: number
}

/** The row to add. Its resource is part of the response. */
function rowOf(
  { entry, place, newPlace, activity, advertiser: { catalog } }: Placed,
  { advertiser, sequence, nowMs }: Numbering,
): ConversionRow {
  const draft = entry.draft!
  const dsId = advertiser.number * idsOfAdvertiser + sequence
  const { agencyId } = advertiser
  const { zones } = catalog
  const facts = { agencyId, activity, dsId, modifiedAt: nowMs }
  const conversion = newConversion(draft, place, facts)
  const wire = JSON.stringify(conversion)
  entry.answer = newPlace === undefined ? wire : JSON.stringify(withNewIds(conversion, newPlace))
  const { advertiserId, accountId, campaignId, adGroupId, criterionId, adId, clickedAt } = place
  return {
    advertiserId,
    conversionId: draft.conversionId,
    atMs: draft.atMs,
    dsId,
    accountId,
    campaignId,
    adGroupId,
    criterionId,
    adId,
    activityId: activity.id,
    day: dayIn(zones.get(accountId) ?? advertiser.timeZone, draft.atMs),
    state: conversion.state!,
    clickedAt,
    modifiedAt: nowMs,
    sequence,
    wire,
  }
}
