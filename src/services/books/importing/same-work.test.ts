import { expect, it } from 'vitest'
import { areSameWork } from './same-work.ts'

const dune = { title: 'Dune', authors: ['Frank Herbert'] }

it.each([
  ['another spelling', dune, { title: 'DUNE', authors: ['Herbert, Frank'] }],
  ['an article', { ...dune, title: 'The Dune' }, dune],
  ['a subtitle of one of them', { ...dune, title: 'Dune: Deluxe Edition' }, dune],
  ['initials', { ...dune, authors: ['F. Herbert'] }, dune],
  ['an additional author', { ...dune, authors: ['A Translator', 'Frank Herbert'] }, dune],
  [
    'a subtitle in its own member',
    { title: 'Sapiens', subtitle: 'A Brief History', authors: ['Yuval Noah Harari'] },
    { title: 'Sapiens: A Brief History', authors: ['Yuval Harari'] },
  ],
])('editions of a work differ by %s', (_, one, other) => {
  expect(areSameWork(one, other)).toBe(true)
  expect(areSameWork(other, one)).toBe(true)
})

const series = (number: string) => ({ ...dune, series: [{ title: 'Dune', number }] })

it.each([
  ['another title', dune, { ...dune, title: 'Dune Messiah' }],
  ['another author', dune, { ...dune, authors: ['Brian Herbert'] }],
  ['no author', dune, { title: 'Dune' }],
  ['another subtitle', { ...dune, title: 'Dune: One' }, { ...dune, title: 'Dune: Two' }],
  ['another number in the series', series('1'), series('2')],
  ['another number in the title', { ...dune, title: 'Dune 1' }, { ...dune, title: 'Dune 2' }],
])('different works have %s', (_, one, other) => {
  expect(areSameWork(one, other)).toBe(false)
})
