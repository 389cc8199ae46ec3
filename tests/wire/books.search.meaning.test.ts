import { expect, it } from 'vitest'
import { onCatalog, type VolumeLine } from '../support/catalog-site.ts'

const volumes: readonly VolumeLine[] = [
  {
    id: 'tideclock001',
    volumeInfo: { title: 'The Tide Clock', authors: ['Ivo Marsh'], ratingsCount: 10 },
  },
  {
    id: 'saltroad0001',
    volumeInfo: { title: 'The Salt Road', authors: ['Ivo Marsh'], ratingsCount: 500 },
    almanac: { alternativeTitles: ['The Tide Clock'] },
  },
  {
    id: 'magazine0001',
    volumeInfo: {
      title: 'Harbour Monthly',
      printType: 'MAGAZINE',
      industryIdentifiers: [{ type: 'ISSN', identifier: '1234-5679' }],
    },
  },
  {
    id: 'magazine0002',
    volumeInfo: {
      title: 'Harbour Weekly',
      printType: 'MAGAZINE',
      industryIdentifiers: [{ type: 'ISSN', identifier: '1050-124X' }],
    },
  },
  {
    id: 'subjects0001',
    volumeInfo: { title: 'The Pastor', categories: ['Christian Science / Fiction'] },
  },
  {
    id: 'subjects0002',
    volumeInfo: { title: 'The Rocket', categories: ['Fiction / Science Fiction / Space Opera'] },
  },
  ...['Red Moon', 'Green Moon', 'Blue Moon'].map((title, index) => ({
    id: `mars0000000${index}`,
    volumeInfo: { title, authors: ['Kay Stone'], ratingsCount: 30 - index },
    almanac: { series: [{ title: 'The Ochre', number: String(index + 1) }] },
  })),
  {
    id: 'ochreguide01',
    volumeInfo: {
      title: 'Ochre and Umber',
      description: 'A series of lectures, and not of the saga.',
      ratingsCount: 9000,
    },
  },
  { id: 'ochrepaint01', volumeInfo: { title: 'Painting in Ochre', ratingsCount: 8000 } },
  { id: 'digits000001', volumeInfo: { title: 'The Locker 20481024' } },
]

onCatalog('what is meant by a search', { volumes }, (site) => {
  it('is a book with this title before one that has it as an alias', async () => {
    const titles = ['The Tide Clock', 'The Salt Road']
    expect(await site.titles('tide clock')).toEqual(titles)
    expect(await site.titles('the tide clock marsh')).toEqual(titles)
  })

  it.each([
    ['1234-5679', ['Harbour Monthly']],
    ['12345679', ['Harbour Monthly']],
    ['"12345679"', ['Harbour Monthly']],
    ['1050124X', ['Harbour Weekly']],
    ['1050124x', ['Harbour Weekly']],
    ['isbn:12345679', []],
    ['20481024', ['The Locker 20481024']],
    ['2048-1024', []],
  ])('is a magazine where it is an ISSN, and a word otherwise: %s', async (q, titles) => {
    expect(await site.titles(q)).toEqual(titles)
  })

  it.each([
    ['subject:"science fiction"', ['The Rocket']],
    ['subject:"christian science"', ['The Pastor']],
    ['subject:"fiction science"', []],
    ['subject:"Fiction / Science Fiction / Space Opera"', ['The Rocket']],
    ['subject:"Christian Science / Fiction"', ['The Pastor']],
    ['subject:"Christian Fiction"', []],
    ['subject:fiction -subject:"Science Fiction / Space"', ['The Pastor']],
    ['"science fiction"', ['The Rocket']],
  ])('is a subject or a division of it, where it is a phrase: %s', async (q, titles) => {
    expect(await site.titles(q)).toEqual(titles)
  })

  it.each([
    ['ochre saga', ['Ochre and Umber']],
    ['intitle:ochre saga', ['Ochre and Umber']],
    ['moon trilogy', ['Red Moon', 'Green Moon', 'Blue Moon']],
    ['painting series', ['Painting in Ochre']],
    ['ochre series', ['Red Moon', 'Green Moon', 'Blue Moon', 'Ochre and Umber']],
    ['the ochre series', ['Red Moon', 'Green Moon', 'Blue Moon', 'Ochre and Umber']],
  ])('is what holds all words, that for a series too if there is any: %s', async (q, titles) => {
    expect(await site.titles(q)).toEqual(titles)
    expect((await site.search(q)).totalItems).toBe(titles.length)
  })
})
