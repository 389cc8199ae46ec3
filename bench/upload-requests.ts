import { clickId } from './ads-place.ts'
import { requestBytes } from './request.ts'

export const rowsPerBatch = 200

let conversions = 0

/** Uploads of conversions that are not there yet, each of a click of the small account. */
export function uploadRequests(
  token: string,
  { prefix, count }: { readonly prefix: string; readonly count: number },
): Buffer[] {
  const now = Date.now() - 3_600_000
  return Array.from({ length: count }, () => {
    const conversion = Array.from({ length: rowsPerBatch }, () => ({
      clickId: clickId(++conversions),
      conversionId: `${prefix}${conversions}`,
      conversionTimestamp: String(now - conversions),
      segmentationType: 'FLOODLIGHT',
      segmentationName: 'Test',
      type: 'TRANSACTION',
      revenueMicros: '12500000',
      currencyCode: 'EUR',
      quantityMillis: '1000',
      floodlightOrderId: `order-${conversions}`,
    }))
    const body = JSON.stringify({ kind: 'doubleclicksearch#conversionList', conversion })
    return requestBytes({ method: 'POST', path: '/doubleclicksearch/v2/conversion', token, body })
  })
}
