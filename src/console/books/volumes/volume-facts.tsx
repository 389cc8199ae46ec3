import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { dateFormat, formatMoney, formatNumber, language, momentMs } from '../../locale/index.ts'
import type { Volume } from '../wire.ts'

const languageNames = new Intl.DisplayNames(language, { type: 'language' })

const viewing: Readonly<Record<string, string>> = {
  ALL_PAGES: 'All of it can be read',
  PARTIAL: 'A part of it can be read',
  NO_PAGES: 'Nothing of it can be read here',
}

/** The properties of a volume that are known. */
export function VolumeFacts({ volume }: { volume: Volume }) {
  const facts = factsOf(volume).filter(([, value]) => value !== undefined)
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

function factsOf({
  volumeInfo = {},
  saleInfo = {},
  accessInfo = {},
}: Volume): [string, ReactNode][] {
  const { averageRating, ratingsCount = 0, seriesInfo, dimensions } = volumeInfo
  const { retailPrice, buyLink } = saleInfo
  return [
    ['Authors', linksTo('inauthor', volumeInfo.authors)],
    [
      'Series',
      seriesInfo && [seriesInfo.shortSeriesBookTitle, seriesInfo.bookDisplayNumber].join(' '),
    ],
    [
      'Publisher',
      linksTo('inpublisher', volumeInfo.publisher ? [volumeInfo.publisher] : undefined),
    ],
    ['Published', volumeInfo.publishedDate && publishedWords(volumeInfo.publishedDate)],
    ['Pages', volumeInfo.pageCount && formatNumber(volumeInfo.pageCount)],
    ['Language', volumeInfo.language && languageNames.of(volumeInfo.language)],
    ['Subjects', linksTo('subject', volumeInfo.categories)],
    ...(volumeInfo.industryIdentifiers ?? []).map(
      ({ type, identifier }) =>
        [type.replace('_', '-'), <bdi key={type}>{identifier}</bdi>] as [string, ReactNode],
    ),
    [
      'Rating',
      averageRating &&
        `${formatNumber(averageRating)} of 5, by ${formatNumber(ratingsCount)} people`,
    ],
    [
      'Size',
      dimensions &&
        [dimensions.height, dimensions.width, dimensions.thickness].filter(Boolean).join(' × '),
    ],
    [
      'Kind',
      volumeInfo.printType === 'MAGAZINE' ? 'Magazine' : saleInfo.isEbook ? 'E-book' : 'Book',
    ],
    ['For adults', volumeInfo.maturityRating === 'MATURE' ? 'Yes' : undefined],
    ['Reading', accessInfo.viewability && viewing[accessInfo.viewability]],
    ['Rights', accessInfo.publicDomain ? 'Public domain' : undefined],
    ['Price', retailPrice && formatMoney(retailPrice.amount, retailPrice.currencyCode)],
    ['Files', filesOf(accessInfo, buyLink)],
  ]
}

function linksTo(field: string, names: readonly string[] | undefined): ReactNode {
  if (names === undefined || names.length === 0) return undefined
  return (
    <ul className="inline-list">
      {names.map((name) => (
        <li key={name}>
          <Link to="/books" search={{ q: `${field}:"${name}"` }}>
            <bdi>{name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function filesOf(
  access: NonNullable<Volume['accessInfo']>,
  buyLink: string | undefined,
): ReactNode {
  const links = [
    ['EPUB', access.epub?.isAvailable ? access.epub.downloadLink : undefined],
    ['PDF', access.pdf?.isAvailable ? access.pdf.downloadLink : undefined],
    ['Buy', buyLink],
  ].filter(([, href]) => href !== undefined)
  if (links.length === 0) return undefined
  return (
    <ul className="inline-list">
      {links.map(([name, href]) => (
        <li key={name}>
          <a href={href} rel="noreferrer">
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Formats a publication date, which is a year, a month or a day. */
function publishedWords(text: string): string {
  const [, month, day] = /^\d{4}(-\d\d)?(-\d\d)?$/.exec(text) ?? []
  if (month === undefined) return text
  return dateFormat({
    year: 'numeric',
    month: 'long',
    ...(day === undefined ? {} : { day: 'numeric' }),
    timeZone: 'UTC',
  }).format(momentMs(text))
}
