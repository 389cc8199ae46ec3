import type { Transaction } from '#/storage/port.ts'
import { activityOf, requireRevenue, requireVariables } from '../domain/conversion/naming.ts'
import { newConversion, withNewIds } from '../domain/conversion/resource.ts'
import { missing, RowFault } from '../domain/conversion/row-fault.ts'
import { dayIn } from '../domain/zone-days.ts'
import type { AdsGiven } from '../operation.ts'
import type { AdvertiserRow } from '../store/advertisers.ts'
import type { ConversionRow } from '../store/conversions.ts'
import { type Attributed, attributed } from './attribution.ts'
import { draftsOf, type Entry, requireWhole } from './batch.ts'
import { type References, referencesOf } from './references.ts'

type Given = Omit<AdsGiven, 'database'>

interface Placed extends Attributed {
  readonly entry: Entry
}

/** Adds the good rows of a batch, each whole, and leaves the bad ones with what is wrong with them. */
export async function insertRows(
  given: Given,
  tx: Transaction,
  entries: readonly Entry[],
): Promise<void> {
  const references = await referencesOf(given, tx, draftsOf(entries))
  const placed = entries.flatMap((entry) => placedEntry(given, references, entry))
  const byAdvertiser = Map.groupBy(placed, ({ place }) => place.advertiserId)
  for (const group of byAdvertiser.values()) await refuseKnown(given, tx, group)
  requireWhole(given.conversionLimits, entries)
  for (const group of byAdvertiser.values()) await addGroup(given, tx, group)
}

function placedEntry({ clock }: Given, references: References, entry: Entry): Placed[] {
  const placed = entry.attempt(() => {
    const draft = entry.draft!
    if (draft.segmentationType === undefined) throw missing('segmentationType')
    const found = attributed(draft, references, clock.nowMs())
    const { catalogue } = found.advertiser
    const activity = activityOf(draft, catalogue)
    requireVariables(draft, catalogue)
    requireRevenue(draft, draft.type ?? activity.type)
    return found
  })
  return placed === undefined ? [] : [{ ...placed, entry }]
}

/** What is there already, removed or not, is not added again. */
async function refuseKnown(
  { conversions }: Given,
  tx: Transaction,
  group: readonly Placed[],
): Promise<void> {
  const { advertiserId } = group[0]!.place
  const ids = group.map(({ entry }) => entry.draft!.conversionId)
  const known = new Map<string, number>()
  for (const { conversionId, atMs, dsId } of await conversions.findAll(tx, { advertiserId, ids })) {
    known.set(`${atMs} ${conversionId}`, dsId)
  }
  for (const { entry } of group) {
    const { atMs, conversionId } = entry.draft!
    const dsId = known.get(`${atMs} ${conversionId}`)
    if (dsId !== undefined) entry.fault = alreadyThere(conversionId, dsId)
  }
}

const alreadyThere = (conversionId: string, dsId: number) =>
  new RowFault(
    'alreadyThere',
    `The conversion ID is already specified: '${conversionId}' belongs to the conversion ${dsId}`,
  )

async function addGroup(
  { advertisers, conversions, clock }: Given,
  tx: Transaction,
  group: readonly Placed[],
): Promise<void> {
  const { row: advertiser } = group[0]!.advertiser
  let sequence = advertiser.conversionSequence
  const nowMs = clock.nowMs()
  const rows = group
    .filter(({ entry }) => entry.fault === undefined)
    .map((placed) => rowOf(placed, { advertiser, sequence: ++sequence, nowMs }))
  if (rows.length === 0) return
  await conversions.add(tx, rows)
  await advertisers.advance(tx, advertiser.id, sequence)
}

// Ids stay below 2^53, with room for ten thousand million conversions of each advertiser.
const idsOfAdvertiser = 10_000_000_000

interface Numbering {
  readonly advertiser: AdvertiserRow
  readonly sequence: number
  readonly nowMs: number
}

/** The row to be added; its resource is what the request is answered with. */
function rowOf(
  { entry, place, newPlace, advertiser: { catalogue } }: Placed,
  { advertiser, sequence, nowMs }: Numbering,
): ConversionRow {
  const draft = entry.draft!
  const activity = activityOf(draft, catalogue)
  const dsId = advertiser.number * idsOfAdvertiser + sequence
  const { agencyId } = advertiser
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
    day: dayIn(advertiser.timeZone, draft.atMs),
    state: conversion.state!,
    clickedAt,
    modifiedAt: nowMs,
    sequence,
    wire,
  }
}
