import type { Price, VolumeRecord, VolumeSeries } from '../../domain/volume-record.ts'
import { BadEntry, type Entry, type Reading } from '../entry.ts'
import { description } from '../syntax/markup.ts'
import { at, children, innerMarkup, textOf, type XmlElement, xmlEntries } from '../syntax/xml.ts'
import { dateOf } from '../values/dates.ts'
import { Identifiers } from '../values/identifiers.ts'
import { languageOf } from '../values/languages.ts'
import { spokenName } from '../values/names.ts'
import { count, distinct, line, withValues } from '../values/text.ts'
import { onixNames } from './onix-tags.ts'

const isDeleted = '05'

/** Products of an ONIX 3 message, with long names or short ones. */
export const onix = (chunks: AsyncIterable<Buffer>): AsyncGenerator<Entry> =>
  xmlEntries(chunks, ['Product', 'product'], (element) => productOf(withLongNames(element)))

function withLongNames(element: XmlElement): XmlElement {
  return {
    ...element,
    name: onixNames[element.name] ?? element.name,
    children: element.children.map((child) =>
      typeof child === 'string' ? child : withLongNames(child),
    ),
  }
}

function productOf(product: XmlElement): Reading {
  const sourceKey = value(product, 'RecordReference')
  if (sourceKey === undefined) throw new BadEntry('there is no RecordReference')
  if (value(product, 'NotificationType') === isDeleted) {
    return { kind: 'withdrawn', source: 'onix', sourceKey }
  }
  const detail = at(product, 'DescriptiveDetail')
  const { title, subtitle } = titleOf(detail)
  if (title === undefined) throw new BadEntry('there is no title')
  const publishing = at(product, 'PublishingDetail')
  const form = value(detail, 'ProductForm') ?? ''
  return {
    kind: 'volume',
    volume: {
      source: 'onix',
      sourceKey,
      title,
      ...withValues('subtitle', subtitle),
      ...withValues('authors', authorsOf(detail)),
      ...withValues('publisher', publisherOf(publishing)),
      ...withValues('publishedDate', dateOf(publishingDate(publishing))),
      ...withValues('description', descriptionOf(at(product, 'CollateralDetail'))),
      ...withValues('identifiers', identifiersOf(product)),
      ...withValues('pageCount', pagesOf(detail)),
      ...withValues('dimensions', dimensionsOf(detail)),
      ...withValues('categories', categoriesOf(detail)),
      ...withValues('mainCategory', mainCategoryOf(detail)),
      ...(isForAdults(detail) ? { maturityRating: 'MATURE' as const } : {}),
      ...withValues('language', languageIn(detail)),
      ...withValues('series', seriesOf(detail)),
      isEbook: /^(?:E|DG)/.test(form),
      ...saleOf(product, publishing),
      ...withValues('cover', coverOf(at(product, 'CollateralDetail'))),
    },
  }
}

const value = (element: XmlElement | undefined, name: string): string | undefined =>
  line(textOf(at(element, name)))

/** The elements of this name with a child element that has one of the values. */
const having = (
  element: XmlElement | undefined,
  name: string,
  type: string,
  ...values: readonly string[]
): XmlElement[] =>
  children(element, name).filter((child) => values.includes(value(child, type) ?? ''))

function titleOf(detail: XmlElement | undefined) {
  const titles = [...having(detail, 'TitleDetail', 'TitleType', '01'), at(detail, 'TitleDetail')]
  const elements = titles.flatMap((each) => children(each, 'TitleElement'))
  const element = elements.find((each) => value(each, 'TitleElementLevel') === '01') ?? elements[0]
  return { title: titleText(element), subtitle: value(element, 'Subtitle') }
}

function titleText(element: XmlElement | undefined): string | undefined {
  const whole = value(element, 'TitleText')
  if (whole !== undefined) return whole
  const parts = [value(element, 'TitlePrefix'), value(element, 'TitleWithoutPrefix')]
  return line(distinct(parts).join(' '))
}

function seriesOf(detail: XmlElement | undefined): VolumeSeries[] {
  return children(detail, 'Collection').flatMap((collection) => {
    const elements = children(at(collection, 'TitleDetail'), 'TitleElement')
    const element = elements.find((each) => value(each, 'TitleElementLevel') === '02')
    const title = titleText(element ?? elements[0])
    const number = distinct(elements.map((each) => value(each, 'PartNumber')))[0]
    return title === undefined ? [] : [{ title, ...withValues('number', number) }]
  })
}

function authorsOf(detail: XmlElement | undefined): string[] {
  const ordered = having(detail, 'Contributor', 'ContributorRole', 'A01', 'B01').toSorted(
    (a, b) => place(a) - place(b),
  )
  return distinct(ordered.map(nameOf))
}

const place = (contributor: XmlElement) => Number(value(contributor, 'SequenceNumber') ?? 1_000)

function nameOf(contributor: XmlElement): string | undefined {
  const inParts = distinct([value(contributor, 'NamesBeforeKey'), value(contributor, 'KeyNames')])
  return (
    value(contributor, 'PersonName') ??
    line(inParts.join(' ')) ??
    spokenName(value(contributor, 'PersonNameInverted') ?? '') ??
    value(contributor, 'CorporateName')
  )
}

function identifiersOf(product: XmlElement) {
  const identifiers = new Identifiers()
  for (const element of having(product, 'ProductIdentifier', 'ProductIDType', '15', '02', '03')) {
    const number = value(element, 'IDValue')
    // Articles other than books have numbers of the same length.
    const isIsbn = value(element, 'ProductIDType') !== '03' || /^97[89]/.test(number ?? '')
    if (isIsbn) identifiers.isbn(number)
  }
  return identifiers.list
}

function languageIn(detail: XmlElement | undefined): string | undefined {
  const [language] = having(detail, 'Language', 'LanguageRole', '01')
  return languageOf(value(language, 'LanguageCode'))
}

function pagesOf(detail: XmlElement | undefined): number | undefined {
  const extents = having(detail, 'Extent', 'ExtentType', '00', '11', '08')
  const inPages = extents.find((extent) => value(extent, 'ExtentUnit') === '03')
  return count(value(inPages, 'ExtentValue'))
}

const centimetresPer: Readonly<Record<string, number>> = { mm: 0.1, cm: 1, in: 2.54 }

function dimensionsOf(detail: XmlElement | undefined): VolumeRecord['dimensions'] {
  const side = (type: string) => {
    const [measure] = having(detail, 'Measure', 'MeasureType', type)
    const unit = centimetresPer[value(measure, 'MeasureUnitCode') ?? '']
    const size = Number(value(measure, 'Measurement') ?? Number.NaN)
    return unit === undefined || !(size > 0) ? undefined : `${(size * unit).toFixed(2)} cm`
  }
  const sides = {
    ...withValues('height', side('01')),
    ...withValues('width', side('02')),
    ...withValues('thickness', side('03')),
  }
  return Object.keys(sides).length === 0 ? undefined : sides
}

const categoriesOf = (detail: XmlElement | undefined): string[] =>
  distinct(children(detail, 'Subject').map(headingOf))

/** A publisher's own headings are keywords, several in one. */
const headingOf = (subject: XmlElement): string | undefined =>
  value(subject, 'SubjectSchemeIdentifier') === '20'
    ? undefined
    : value(subject, 'SubjectHeadingText')?.replaceAll(' - ', ' / ')

function mainCategoryOf(detail: XmlElement | undefined): string | undefined {
  const main = children(detail, 'Subject').find((subject) => at(subject, 'MainSubject'))
  return main === undefined ? undefined : headingOf(main)
}

/** Age ratings (code type 22) indicate adult content from 02 on. */
const isForAdults = (detail: XmlElement | undefined): boolean =>
  having(detail, 'Audience', 'AudienceCodeType', '22').some(
    (audience) => (value(audience, 'AudienceCodeValue') ?? '') >= '02',
  )

function descriptionOf(collateral: XmlElement | undefined): string | undefined {
  const [long] = having(collateral, 'TextContent', 'TextType', '03')
  const [short] = having(collateral, 'TextContent', 'TextType', '02')
  return description(innerMarkup(at(long ?? short, 'Text')))
}

function coverOf(collateral: XmlElement | undefined): string | undefined {
  const [resource] = having(collateral, 'SupportingResource', 'ResourceContentType', '01')
  return value(at(resource, 'ResourceVersion'), 'ResourceLink')
}

function publisherOf(publishing: XmlElement | undefined): string | undefined {
  const [publisher] = having(publishing, 'Publisher', 'PublishingRole', '01')
  return value(publisher, 'PublisherName') ?? value(at(publishing, 'Imprint'), 'ImprintName')
}

function publishingDate(publishing: XmlElement | undefined): string | undefined {
  const [date] = having(publishing, 'PublishingDate', 'PublishingDateRole', '01')
  return value(date, 'Date')
}

const notYet = '10'

type Sale = Pick<VolumeRecord, 'saleability' | 'listPrice' | 'onSaleDate'>

function saleOf(product: XmlElement, publishing: XmlElement | undefined): Sale {
  const supplies = children(product, 'ProductSupply').flatMap((each) =>
    children(each, 'SupplyDetail'),
  )
  const price = supplies.flatMap((each) => children(each, 'Price')).map(priceOf)
  const [listPrice] = price.filter((each) => each !== undefined)
  const isPreorder = supplies.some((each) => value(each, 'ProductAvailability') === notYet)
  if (listPrice === undefined && !isPreorder) return {}
  return {
    saleability: isPreorder ? 'FOR_PREORDER' : listPrice!.amount > 0 ? 'FOR_SALE' : 'FREE',
    ...withValues('listPrice', listPrice),
    ...withValues('onSaleDate', isPreorder ? dateOf(publishingDate(publishing)) : undefined),
  }
}

function priceOf(price: XmlElement): Price | undefined {
  const amount = Number(value(price, 'PriceAmount') ?? Number.NaN)
  const currencyCode = value(price, 'CurrencyCode')
  return amount >= 0 && currencyCode !== undefined ? { amount, currencyCode } : undefined
}
