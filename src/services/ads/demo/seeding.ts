import type { User } from '#/contract/operation.ts'
import { entriesOf } from '../conversion/batch.ts'
import { insertRows } from '../conversion/insertion.ts'
import { grantAds } from '../granting.ts'
import type { AdsDependencies } from '../operation.ts'
import type { SourceRow } from '../platform/importing.ts'
import type { KindName } from '../platform/kinds.ts'
import { type PlatformSource, type Taken, takeSource } from '../platform/sources/source.ts'
import { isFact, type SourceKind } from '../platform/sources/source-kind.ts'
import type { Conversion } from '../schemas/conversion.ts'
import { type DemoParameters, type DemoPlan, demoPlan } from './plan.ts'
import { recordsOf } from './records.ts'
import { demoFacts, statisticsOf } from './statistics.ts'
import { visitsOf } from './visits.ts'

const uploadRowsMax = 500

/** The number of entities of one kind. */
export type SeededKind = Pick<Taken, 'kind' | 'taken'> | { kind: 'conversion'; taken: number }

/** Creates a fictional agency, to which the user gets full access. */
export async function* seedDemo(
  dependencies: AdsDependencies,
  user: { readonly id: string; readonly email: string },
  parameters: DemoParameters,
): AsyncIterable<SeededKind> {
  const plan = demoPlan(parameters)
  for await (const taken of takeSource(dependencies, new DemoSource(plan))) {
    // Grants access first, so that the data is visible while the rest is imported.
    if (taken.kind === 'agency') {
      await grantAds(dependencies, user, { agency: plan.agencyId, role: 'uploader' })
    }
    yield taken
  }
  yield { kind: 'conversion', taken: await upload(dependencies, callerFor(user), plan) }
}

const callerFor = ({ id: userId, email }: { id: string; email: string }): User => ({
  kind: 'user',
  userId,
  email,
  scopes: new Set(),
  clientId: '',
})

/** Uploads conversions as any client would; existing ones stay. */
async function upload(
  dependencies: AdsDependencies,
  caller: User,
  plan: DemoPlan,
): Promise<number> {
  const conversionLimits = {
    ...dependencies.conversionLimits,
    rowsMax: uploadRowsMax,
    isWhole: false,
  }
  const context = { ...dependencies, caller, conversionLimits }
  let taken = 0
  let rows: Conversion[] = []
  const send = async () => {
    if (rows.length === 0) return
    const entries = entriesOf(context, { conversion: rows })
    rows = []
    await dependencies.database.transaction((tx) => {
      for (const entry of entries) entry.restart()
      return insertRows(context, tx, entries)
    })
    taken += entries.filter(({ fault }) => fault === undefined).length
  }
  for (const { advertiser, clickId, sale } of visitsOf(plan)) {
    if (sale === undefined) continue
    const [order, signUp] = advertiser.activities
    const isOrder = sale.isOrder
    rows.push({
      clickId,
      conversionId: `demo-${clickId}`,
      conversionTimestamp: String(sale.atMs),
      segmentationType: 'FLOODLIGHT',
      segmentationName: (isOrder ? order : signUp)!.name,
      type: isOrder ? 'TRANSACTION' : 'ACTION',
      customDimension: [{ name: 'customer', value: sale.price > 100 ? 'returning' : 'new' }],
      ...(isOrder && {
        revenueMicros: String(Math.round(sale.price * 1_000_000)),
        currencyCode: advertiser.trade.currency,
        customMetric: [{ name: 'margin', value: Math.round(sale.price * 0.4) }],
      }),
    })
    if (rows.length === uploadRowsMax) await send()
  }
  await send()
  return taken
}

const kinds: readonly KindName[] = [
  'agency',
  'advertiser',
  'account',
  'campaign',
  'adGroup',
  'keyword',
  'ad',
  'productGroup',
  'productTarget',
  'adGroupTarget',
  'campaignTarget',
  'negativeAdGroupKeyword',
  'negativeCampaignKeyword',
  'negativeAdGroupTarget',
  'negativeCampaignTarget',
  'feedItem',
  'product',
  'label',
  'bidStrategy',
  'activity',
  'customVariable',
  'savedColumn',
  'visit',
  'currencyRate',
]

/** The demo as a source of records. */
class DemoSource implements PlatformSource {
  readonly kinds: readonly SourceKind[] = [...kinds, ...demoFacts]
  readonly #plan: DemoPlan

  constructor(plan: DemoPlan) {
    this.#plan = plan
  }

  *rows(kind: SourceKind): Iterable<SourceRow> {
    let line = 0
    for (const values of this.#valuesOf(kind)) yield { values, line: ++line }
  }

  *#valuesOf(kind: SourceKind): Iterable<Readonly<Record<string, string>>> {
    if (isFact(kind)) yield* statisticsOf(this.#plan, kind)
    else if (kind === 'visit') for (const { values } of visitsOf(this.#plan)) yield values
    else yield* recordsOf(this.#plan, kind)
  }
}
