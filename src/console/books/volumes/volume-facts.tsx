import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dateFormat, formatMoney, formatNumber, language, momentMs } from '../../locale/index.ts'
import { t } from '../../texts/books.ts'
import { type Fact, Facts } from '../../ui/index.ts'
import type { Volume } from '../wire.ts'
import { Stars } from './stars.tsx'

const languageNames = new Intl.DisplayNames(language, { type: 'language' })

const viewing: Readonly<Record<string, string>> = t.viewability

/** The properties of a volume that are known. */
export const VolumeFacts = ({ volume }: { volume: Volume }) => <Facts facts={factsOf(volume)} />

function factsOf({ volumeInfo = {}, saleInfo = {}, accessInfo = {} }: Volume): Fact[] {
  const { averageRating, ratingsCount = 0, seriesInfo, dimensions } = volumeInfo
  const { retailPrice, buyLink } = saleInfo
  return [
    [t.authors, linksTo('inauthor', volumeInfo.authors)],
    [
      t.facts.series,
      seriesInfo && [seriesInfo.shortSeriesBookTitle, seriesInfo.bookDisplayNumber].join(' '),
    ],
    [
      t.facts.publisher,
      linksTo('inpublisher', volumeInfo.publisher ? [volumeInfo.publisher] : undefined),
    ],
    [t.facts.published, volumeInfo.publishedDate && publishedWords(volumeInfo.publishedDate)],
    [t.facts.pages, volumeInfo.pageCount && formatNumber(volumeInfo.pageCount)],
    [t.language, volumeInfo.language && languageNames.of(volumeInfo.language)],
    [t.subjects, linksTo('subject', volumeInfo.categories)],
    ...(volumeInfo.industryIdentifiers ?? []).map(
      ({ type, identifier }) =>
        [type.replace('_', '-'), <bdi key={type}>{identifier}</bdi>] as const,
    ),
    [
      t.facts.rating,
      averageRating && <Stars key="stars" average={averageRating} count={ratingsCount} />,
    ],
    [
      t.facts.size,
      dimensions &&
        [dimensions.height, dimensions.width, dimensions.thickness].filter(Boolean).join(' × '),
    ],
    [
      t.facts.kind,
      volumeInfo.printType === 'MAGAZINE'
        ? t.kinds.magazine
        : saleInfo.isEbook
          ? t.kinds.ebook
          : t.kinds.book,
    ],
    [t.facts.mature, volumeInfo.maturityRating === 'MATURE' ? t.yes : undefined],
    [t.facts.reading, accessInfo.viewability && viewing[accessInfo.viewability]],
    [t.facts.rights, accessInfo.publicDomain ? t.publicDomain : undefined],
    [t.facts.price, retailPrice && formatMoney(retailPrice.amount, retailPrice.currencyCode)],
    [t.facts.files, filesOf(accessInfo, buyLink)],
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
    [t.buy, access.publicDomain ? undefined : buyLink],
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
