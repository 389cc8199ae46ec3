import {
  about,
  array,
  arrayOfEach,
  int64,
  kind,
  number,
  object,
  oneOf,
  readOnly,
  string,
  type TypeOf,
} from '#/contract/schema.ts'

const CustomMetric = object('CustomMetric', {
  name: string({ about: 'The name of the metric, as the advertiser has set it up.' }),
  value: number({ about: 'Its value.' }),
})

const CustomDimension = object('CustomDimension', {
  name: string({ about: 'The name of the dimension, as the advertiser has set it up.' }),
  value: string({ about: 'Its value.' }),
})

export type Conversion = TypeOf<typeof Conversion>
export const Conversion = object(
  'Conversion',
  {
    adGroupId: int64({ about: 'The ad group.' }),
    adId: int64({ about: 'The ad, or 0 for none.' }),
    adUserDataConsent: about('The consent of the person.', oneOf('UNKNOWN', 'GRANTED', 'DENIED')),
    advertiserId: int64({ about: 'The advertiser.' }),
    agencyId: int64({ about: 'The agency.' }),
    attributionModel: string({ about: 'The attribution model.' }),
    campaignId: int64({ about: 'The campaign.' }),
    channel: string({ about: 'The sales channel of the product: `local` or `online`.' }),
    clickId: string({ about: 'The click that led to the conversion.' }),
    conversionId: string({
      about: "The caller's own id; with the time it names the conversion.",
      lengthMax: 256,
    }),
    conversionModifiedTimestamp: readOnly(
      int64({ about: 'When it was last changed, in milliseconds since 1970.' }),
    ),
    conversionTimestamp: string({
      about: 'When it happened, in milliseconds since 1970.',
    }),
    countMillis: int64({ about: 'The share of credit, in thousandths.' }),
    criterionId: int64({ about: 'The keyword.' }),
    currencyCode: string({ about: 'The currency of the revenue, as ISO 4217 has it.' }),
    customDimension: array(CustomDimension, { about: 'Further texts.', itemsMax: 200 }),
    customMetric: array(CustomMetric, { about: 'Further numbers.', itemsMax: 200 }),
    customerId: string({
      about: 'The account by its id of the new experience; dashes do not matter.',
    }),
    deviceType: string({ about: 'Desktop, Mobile, Tablet or Other.' }),
    dsConversionId: int64({ about: 'The id assigned by the server.' }),
    engineAccountId: int64({ about: 'The engine account.' }),
    floodlightOrderId: string({ about: 'The number of the order.' }),
    inventoryAccountId: int64({ about: 'The inventory account of the product.' }),
    productCountry: string({ about: 'The country of the product feed, as ISO 3166 has it.' }),
    productGroupId: int64({ about: 'The product group.' }),
    productId: string({ about: 'The product.' }),
    productLanguage: string({ about: 'The language of the product feed, as ISO 639 has it.' }),
    quantityMillis: int64({ about: 'How many were bought, in thousandths.' }),
    revenueMicros: string({
      about: 'The revenue in millionths of the currency, for transactions.',
    }),
    segmentationId: int64({ about: 'The Floodlight activity.' }),
    segmentationName: string({ about: 'The exact name of the Floodlight activity.' }),
    segmentationType: string({ about: 'Always `FLOODLIGHT`.' }),
    state: string({ about: '`ACTIVE` or `REMOVED`.' }),
    storeId: string({ about: 'The id of the store if the channel is `local`.' }),
    type: string({ about: '`ACTION` or `TRANSACTION`.' }),
  },
  { about: 'Something worth counting that came of a visit.' },
)

export type ConversionList = TypeOf<typeof ConversionList>
export const ConversionList = object(
  'ConversionList',
  {
    conversion: arrayOfEach(Conversion, { about: 'The conversions.', itemsMax: 100_000 }),
    kind: kind('doubleclicksearch#conversionList'),
  },
  { about: 'A list of conversions.' },
)
