import type { VolumeRecord } from '../domain/volume-record.ts'
import { tidyRecord } from '../importing/tidy-record.ts'
import * as ancient from './ancient-languages.ts'
import * as asian from './asian-languages.ts'
import { english } from './english.ts'
import * as germanic from './germanic-languages.ts'
import * as others from './other-languages.ts'
import * as romance from './romance-languages.ts'
import * as slavic from './slavic-languages.ts'

const shelves: Readonly<Record<string, string>> = {
  en: english,
  fr: romance.french,
  it: romance.italian,
  es: romance.spanish,
  pt: romance.portuguese,
  ca: romance.catalan,
  ro: romance.romanian,
  de: germanic.german,
  nl: germanic.dutch,
  da: germanic.danish,
  no: germanic.norwegian,
  sv: germanic.swedish,
  is: germanic.icelandic,
  yi: germanic.yiddish,
  ru: slavic.russian,
  uk: slavic.ukrainian,
  pl: slavic.polish,
  cs: slavic.czech,
  sr: slavic.serbian,
  sl: slavic.slovene,
  bg: slavic.bulgarian,
  grc: ancient.ancientGreek,
  la: ancient.latin,
  sa: ancient.sanskrit,
  zh: asian.chinese,
  ja: asian.japanese,
  ko: asian.korean,
  vi: asian.vietnamese,
  ar: asian.arabic,
  fa: asian.persian,
  tr: asian.turkish,
  bn: asian.bengali,
  hi: asian.hindi,
  ur: asian.urdu,
  ta: asian.tamil,
  ka: asian.georgian,
  hy: asian.armenian,
  he: asian.hebrew,
  ms: asian.malay,
  tl: asian.tagalog,
  fi: others.finnish,
  et: others.estonian,
  lv: others.latvian,
  lt: others.lithuanian,
  hu: others.hungarian,
  el: others.greek,
  cy: others.welsh,
  ga: others.irish,
  eu: others.basque,
  sw: others.swahili,
  st: others.sotho,
  eo: others.esperanto,
}

/** The kinds of works, as readers look for them, and what one of them is called. */
const kinds: Readonly<Record<string, readonly [category: string, name: string]>> = {
  adventure: ['Fiction / Action & Adventure', 'A novel of adventure'],
  children: ['Juvenile Fiction / Classics', 'A book for children'],
  comedy: ['Drama / Comedy', 'A comedy'],
  crime: ['Fiction / Mystery & Detective', 'A story of crime'],
  drama: ['Drama', 'A play'],
  economics: ['Business & Economics', 'A work on economics'],
  epic: ['Poetry / Epic', 'An epic poem'],
  essay: ['Literary Collections / Essays', 'Essays'],
  fantasy: ['Fiction / Fantasy', 'A tale of wonders'],
  gothic: ['Fiction / Gothic', 'A gothic novel'],
  historical: ['Fiction / Historical', 'A historical novel'],
  history: ['History', 'A work of history'],
  horror: ['Fiction / Horror', 'A story of terror'],
  memoir: ['Biography & Autobiography', 'A life'],
  novel: ['Fiction / Classics', 'A novel'],
  philosophy: ['Philosophy', 'A work of philosophy'],
  poetry: ['Poetry', 'Poetry'],
  politics: ['Political Science', 'A work on politics'],
  religion: ['Religion', 'A work of religion'],
  romance: ['Fiction / Romance', 'A novel of love'],
  satire: ['Fiction / Satire', 'A satire'],
  science: ['Science', 'A work of science'],
  sf: ['Fiction / Science Fiction', 'A novel of science fiction'],
  stories: ['Fiction / Short Stories', 'Stories'],
  tales: ['Fiction / Fairy Tales, Folk Tales, Legends & Mythology', 'Tales'],
  tragedy: ['Drama / Tragedy', 'A tragedy'],
  travel: ['Travel', 'An account of travels'],
  war: ['Fiction / War & Military', 'A story of war'],
}

interface Author {
  /** As English books have the name, and as the author's own language does. */
  readonly names: readonly string[]
  readonly ownNames: readonly string[]
  readonly died: number
}

interface Work {
  readonly language: string
  readonly author: Author
  readonly year: string | undefined
  readonly kinds: readonly string[]
  readonly title: string
  readonly english: string | undefined
  readonly series: string | undefined
}

/** The volumes that a new dev server begins with: classics in their own language and in English. */
export function starterVolumes(): VolumeRecord[] {
  const works = Object.entries(shelves).flatMap(([language, text]) => worksOf(language, text))
  return works.flatMap((work) => volumesOf(work).map((volume) => tidyRecord(volume, undefined)))
}

/** A line with an at sign names an author, and those behind it a work each. */
function worksOf(language: string, text: string): Work[] {
  const works: Work[] = []
  let author: Author | undefined
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const cells = line
      .replace(/^@ /, '')
      .split('|')
      .map((cell) => cell.trim())
    if (line.startsWith('@ ')) {
      const [names = '', ...rest] = cells
      const died = Number(rest.pop())
      author = { names: names.split(' & '), ownNames: (rest[0] ?? names).split(' & '), died }
    } else {
      const [year = '-', kindNames = '', title = '', english, series] = cells
      works.push({
        language,
        author: author!,
        year: year === '-' ? undefined : year.padStart(4, '0'),
        kinds: kindNames.split(', '),
        title,
        english: english || undefined,
        series,
      })
    }
  }
  return works
}

function volumesOf(work: Work): VolumeRecord[] {
  const { language, author, title, english } = work
  const isFree = author.died <= publicDomainUntil
  const hasEnglish = english !== undefined && english !== title
  const own: VolumeRecord = {
    ...factsOf(work),
    sourceKey: `${language}:${title}`,
    title,
    language,
    authors: author.ownNames,
    ...(hasEnglish ? { alternativeTitles: [english] } : {}),
    ...(isFree ? { publicDomain: true } : {}),
  }
  if (!hasEnglish) return [own]
  const translation: VolumeRecord = {
    ...factsOf(work),
    sourceKey: `en:${title}`,
    title: english,
    language: 'en',
    authors: author.names,
    alternativeTitles: [title],
  }
  return [own, translation]
}

/** Works of those who died then or before are free nearly everywhere; of translations one cannot say. */
const publicDomainUntil = 1930

function factsOf({ year, kinds: named, author, series }: Work) {
  const [title, number] = series?.split(' #') ?? []
  const [, name] = kinds[named[0]!]!
  const first = year === undefined ? '' : `, first published in ${Number(year)}`
  return {
    source: 'starter',
    ...(year === undefined ? {} : { publishedDate: year }),
    categories: named.map((kind) => kinds[kind]![0]),
    description: `${name} by ${author.names.join(' and ')}${first}.`,
    ...(title === undefined ? {} : { series: [{ title, ...(number && { number }) }] }),
  }
}
