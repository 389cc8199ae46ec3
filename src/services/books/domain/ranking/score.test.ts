import { expect, it } from 'vitest'
import type { VolumeRecord } from '../volume-record.ts'
import { volumeWords } from '../volume-words.ts'
import { plainWords } from '../words/words.ts'
import { preparedQuery } from './prepared-query.ts'
import { scoreOf, scores } from './score.ts'

const book: VolumeRecord = {
  source: 'test',
  sourceKey: '1',
  title: 'The Lantern Keeper of Harbor Street',
  alternativeTitles: ['Der Lampenhüter'],
  authors: ['Ada Quill'],
  series: [{ title: 'Harbor Nights' }],
  description: 'A glacier, a compass and a stubborn mule.',
}

it.each([
  ['the lantern keeper of harbor street', scores.exactTitle],
  ['der lampenhüter', scores.otherTitle],
  ['lantern keepers harbor streets', scores.titleInOtherWords],
  ['harbor nights series', scores.ofSeries],
  ['the lantern keeper of harbor street ada quill', scores.titleAndAuthor],
  ['der lampenhüter ada quill', scores.otherTitleAndAuthor],
  ['ada quill', scores.authorsName],
  ['keeper of harbor', scores.wordForWord],
  ['harbor nights', scores.wordForWordElsewhere],
  ['keepers harbor', scores.inOrder],
  ['harbor quill', scores.inTitleOrAuthors],
  ['lantern glacier', scores.elsewhere + 1],
  ['glacier', scores.elsewhere],
  ['stubborn mule', scores.elsewhere],
])('a volume matches %j with a score of %d', (query, score) => {
  const candidate = { rank: 1, ...volumeWords(book) }
  expect(scoreOf(preparedQuery(plainWords(query)), candidate)).toBe(score)
})
