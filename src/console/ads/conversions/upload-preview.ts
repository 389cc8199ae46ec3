import { csvRows, recordsOf } from './csv.ts'

/** The fields of a conversion that an upload can have. */
const fields: ReadonlySet<string> = new Set([
  'adGroupId',
  'adId',
  'adUserDataConsent',
  'advertiserId',
  'agencyId',
  'campaignId',
  'channel',
  'clickId',
  'conversionId',
  'conversionTimestamp',
  'criterionId',
  'currencyCode',
  'customerId',
  'deviceType',
  'engineAccountId',
  'floodlightOrderId',
  'inventoryAccountId',
  'productCountry',
  'productGroupId',
  'productId',
  'productLanguage',
  'quantityMillis',
  'revenueMicros',
  'segmentationId',
  'segmentationName',
  'segmentationType',
  'state',
  'storeId',
  'type',
])

const requiredFields = ['conversionId', 'conversionTimestamp', 'segmentationType', 'type']

/** A file that uploads would accept, after its values are replaced. */
export const template = [
  'conversionId,conversionTimestamp,clickId,segmentationType,segmentationName,type,quantityMillis,revenueMicros,currencyCode',
  'order-1,1790000000000,CLICK_ID,FLOODLIGHT,Purchase,TRANSACTION,1000,12500000,EUR',
  '',
].join('\r\n')

export type ConversionRecord = Readonly<Record<string, string>>

export interface UploadPreview {
  readonly columns: readonly string[]
  readonly records: readonly ConversionRecord[]
  readonly unknownColumns: readonly string[]
  readonly missingColumns: readonly string[]
}

/** What a CSV file would upload. */
export function uploadPreview(text: string): UploadPreview {
  const rows = csvRows(text)
  const columns = (rows[0] ?? []).map((name) => name.trim()).filter((name) => name !== '')
  return {
    columns,
    records: recordsOf(rows),
    unknownColumns: columns.filter((name) => !fields.has(name)),
    missingColumns: requiredFields.filter((name) => !columns.includes(name)),
  }
}
