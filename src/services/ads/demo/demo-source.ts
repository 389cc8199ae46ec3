import type { SourceRow } from '../platform/importing.ts'
import type { KindName } from '../platform/kinds.ts'
import type { PlatformSource } from '../platform/sources/source.ts'
import { isFact, type SourceKind } from '../platform/sources/source-kind.ts'
import type { DemoPlan } from './plan.ts'
import { recordsOf } from './records.ts'
import { demoFacts, statisticsOf } from './statistics.ts'
import { visitsOf } from './visits.ts'

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

/** The demo as a platform that tells of itself. */
export class DemoSource implements PlatformSource {
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
