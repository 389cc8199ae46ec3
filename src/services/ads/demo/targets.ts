import type { KindName } from '../platform/kinds.ts'
import type { DemoAdGroup, DemoAdvertiser } from './plan.ts'

type Values = Readonly<Record<string, string>>

/** Ids of single children of an ad group are derived from its id. */
const idIn = (adGroupId: string, prefix: string) => `${prefix}${adGroupId.slice(3)}`

export const productGroupId = (adGroupId: string) => idIn(adGroupId, '481')

/** The advertised product of an ad group. */
export function productOf({ trade: { products } }: DemoAdvertiser, adGroupId: string) {
  return products[Number(adGroupId.slice(-2)) % products.length]!
}

/** The positive and negative targets of an ad group. */
export function* targetsOf(
  advertiser: DemoAdvertiser,
  { id: adGroupId, name }: Pick<DemoAdGroup, 'id' | 'name'>,
  kind: KindName,
): Iterable<Values> {
  const place = { advertiserId: advertiser.id, adGroupId }
  const landingPage = `${advertiser.trade.site}/products`
  if (kind === 'productGroup') {
    const { id } = productOf(advertiser, adGroupId)
    const all = { name: 'All products', productGroupPartitionType: 'Subdivision' }
    yield { ...place, productGroupId: idIn(adGroupId, '480'), ...all }
    const unit = { name: `All products > ${id}`, productGroupPartitionType: 'Unit' }
    const bid = { productGroupMaxCpc: '0.60', productGroupLandingPage: landingPage }
    yield { ...place, productGroupId: productGroupId(adGroupId), ...unit, ...bid }
  }
  if (kind === 'productTarget') {
    const filter = { name: `${name} on sale`, productTargetFilter: `product_type=${name}` }
    const bid = { productTargetMaxCpc: '0.45', productTargetLandingPage: landingPage }
    yield { ...place, productTargetId: idIn(adGroupId, '482'), ...filter, ...bid }
  }
  if (kind === 'adGroupTarget') {
    const age = { name: '25-34', ageTargetAgeRange: '25-34' }
    yield { ...place, adGroupTargetId: idIn(adGroupId, '483'), ...age }
  }
  if (kind === 'negativeAdGroupKeyword') {
    const match = { name: 'second hand', negativeAdGroupKeywordMatchType: 'Phrase' }
    yield { ...place, negativeAdGroupKeywordId: idIn(adGroupId, '484'), ...match }
  }
  if (kind === 'negativeAdGroupTarget') {
    const age = { name: '18-24', ageTargetAgeRange: '18-24' }
    yield { ...place, negativeAdGroupTargetId: idIn(adGroupId, '485'), ...age }
  }
}
