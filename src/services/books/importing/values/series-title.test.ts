import { expect, it } from 'vitest'
import { titleAndSeries } from './series-title.ts'

it.each([
  ['The Hunger Games (The Hunger Games, #1)', 'The Hunger Games', [['The Hunger Games', '1']]],
  [
    'Mort (Discworld, #4; Death, #1)',
    'Mort',
    [
      ['Discworld', '4'],
      ['Death', '1'],
    ],
  ],
  ['Boxed Set (A Song of Ice and Fire, #1-4)', 'Boxed Set', [['A Song of Ice and Fire', '1-4']]],
  ['One (Two (Three), #2.5)', 'One', [['Two (Three)', '2.5']]],
  ['A  Title   (Series #3)', 'A Title', [['Series', '3']]],
  ['Plain (with a note)', 'Plain (with a note)', []],
  ['Plain', 'Plain', []],
  ['(Only, #1)', '(Only, #1)', []],
])('%s is the title %s of a series', (text, title, series) => {
  expect(titleAndSeries(text)).toEqual({
    title,
    series: series.map(([name, number]) => ({ title: name, number })),
  })
})
