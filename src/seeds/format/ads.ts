import { about, array, int64, object, oneOf, type Schema, string } from '#/contract/schema.ts'
import { kindNames, kinds } from '#/services/ads/platform/kinds.ts'
import { Conversion } from '#/services/ads/schemas/conversion.ts'
import { email, entriesMax, required } from './declaring.ts'

const rowsMax = 100_000

/** The plural that the rows of a kind are listed under. */
export const pluralOf = (kind: string): string => `${kind.replace(/y$/, 'ie')}s`

const adsRows = kindNames.map((kind) => {
  const { columns, about: sentence } = kinds[kind]
  const properties = columns.map(({ name, about: meaning, ...column }): [string, Schema] => {
    const text = string({ about: meaning })
    return [name, 'isRequired' in column ? required(text) : text]
  })
  const row = object(`SeedAds${kind[0]!.toUpperCase()}${kind.slice(1)}`, {
    ...Object.fromEntries(properties),
  })
  const rows = array({ ...row, isOpen: true }, { about: sentence, itemsMax: rowsMax })
  return [pluralOf(kind), rows] as const
})

const AdsGrant = object(
  'SeedAdsGrant',
  {
    user: required(email),
    agencyId: int64({ about: 'The agency. Either this or advertiserId is required.' }),
    advertiserId: int64({ about: 'The advertiser.' }),
    role: about('Defaults to `uploader`.', oneOf('reader', 'uploader')),
  },
  { about: 'What a user may do with an agency or an advertiser.' },
)

export const Ads = object(
  'SeedAds',
  {
    ...Object.fromEntries(adsRows),
    grants: array(AdsGrant, { itemsMax: entriesMax }),
    conversions: array(Conversion, { about: 'Conversions.', itemsMax: rowsMax }),
  },
  { about: 'Search advertising: rows with the columns of `almanac ads import`.' },
)

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, string>>
