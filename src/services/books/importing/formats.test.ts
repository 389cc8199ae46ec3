import { describe, expect, it } from 'vitest'
import { isbn, readBookFile } from '../../../../tests/support/read-book-file.ts'
import { recognizedFormat } from './recognizing.ts'

describe('a file of volumes', () => {
  it('as JSON lines returns every field, and reports invalid lines', async () => {
    const { format, found } = await readBookFile('volumes.jsonl')
    expect(format).toBe('jsonl')
    expect(found).toEqual({
      1: {
        kind: 'volume',
        volume: {
          source: 'jsonl',
          sourceKey: 'hbQrAQAAIAAJ',
          id: 'hbQrAQAAIAAJ',
          title: 'The Time Machine',
          subtitle: 'An Invention',
          authors: ['H. G. Wells'],
          publisher: 'William Heinemann',
          publishedDate: '1895',
          description: '<p>A traveller goes <b>far</b> ahead.</p>',
          identifiers: [{ type: 'ISBN_13', identifier: '9780141439976' }],
          pageCount: 104,
          dimensions: { height: '19.80 cm' },
          printType: 'BOOK',
          categories: ['Fiction / Science Fiction'],
          averageRating: 4,
          ratingsCount: 123,
          language: 'en',
          series: [{ title: 'Scientific Romances', number: '1' }],
          isEbook: true,
          saleability: 'FREE',
          viewability: 'ALL_PAGES',
          publicDomain: true,
          epub: {
            isAvailable: true,
            downloadLink: 'https://books.example.com/time-machine.epub',
          },
          pdf: { isAvailable: false },
          cover: 'https://covers.example.com/time-machine.jpg',
        },
      },
      3: expect.objectContaining({
        volume: expect.objectContaining({
          sourceKey: '9780141439983',
          listPrice: { amount: 4.5, currencyCode: 'GBP' },
        }),
      }),
      4: 'volumeInfo.authors is not a list of texts',
      5: 'there is no volumeInfo.title',
      6: 'id is not twelve letters, digits, dashes or underscores',
      7: 'the line is not JSON',
      8: expect.objectContaining({
        volume: expect.objectContaining({
          source: 'attic',
          sourceKey: 'box 7',
          title: 'Café Society Tales',
          series: [{ title: 'Attic', number: '7' }],
        }),
      }),
    })
  })

  it('of Project Gutenberg is free, turns names round, and omits what is no text', async () => {
    const { format, found } = await readBookFile('gutenberg.csv')
    expect(format).toBe('gutenberg')
    expect(found).toMatchObject({
      2: {
        volume: {
          source: 'gutenberg',
          sourceKey: '345',
          title: 'Dracula',
          authors: ['Bram Stoker'],
          identifiers: [{ type: 'OTHER', identifier: 'PG:345' }],
          categories: [
            'Horror tales',
            'Gothic fiction',
            'Transylvania (Romania) / Fiction',
            'Horror',
            'Literature',
            'Fiction',
          ],
          language: 'en',
          isEbook: true,
          saleability: 'FREE',
          viewability: 'ALL_PAGES',
          publicDomain: true,
          epub: { isAvailable: true },
        },
      },
      3: {
        volume: {
          title: 'Notes of a Walk',
          subtitle: 'Being a Record of Seven Days',
          authors: ['A. B. Walker', 'Paul Page'],
        },
      },
      5: { kind: 'other' },
      6: 'Text# is not a number',
      7: { volume: { authors: ['Julius Caesar'], language: 'la' } },
    })
  })

  it('of goodbooks-10k has its ISBNs repaired and its series found', async () => {
    const { format, found } = await readBookFile('goodbooks.csv')
    expect(format).toBe('goodbooks-10k')
    expect(found).toMatchObject({
      2: {
        volume: {
          title: 'Pride and Prejudice',
          authors: ['Jane Austen', 'Vivien Jones'],
          publishedDate: '1813',
          identifiers: [
            ...isbn('0141439513', '9780141439518'),
            { type: 'OTHER', identifier: 'GOODREADS:11' },
          ],
          averageRating: 4.24,
          ratingsCount: 2035490,
          language: 'en',
          series: [{ title: 'Longbourn Novels', number: '1' }],
        },
      },
      3: {
        volume: {
          title: 'Symposium',
          authors: ['Nobody Known'],
          identifiers: [{ type: 'ISBN_13', identifier: '9780439023481' }, {}],
          language: 'ar',
        },
      },
      4: { volume: { title: 'Numbers That Are None (A Note)', identifiers: [{ type: 'OTHER' }] } },
      5: 'there is no book_id',
    })
    expect((found as Record<number, { volume: object }>)[3]!.volume).not.toHaveProperty(
      'publishedDate',
    )
  })

  it.each(['open-library.txt', 'open-library.txt.gz'])(
    'of Open Library, %s, takes from works and authors what editions leave out',
    async (file) => {
      const { format, found } = await readBookFile(file)
      expect(format).toBe('open-library')
      expect(found).toMatchObject({
        1: {
          volume: {
            sourceKey: 'OL1M',
            title: 'Les Misérables',
            authors: ['Victor Hugo'],
            publishedDate: '1982-06-24',
            description: 'The story of <b>Jean Valjean</b>.',
            identifiers: [
              ...isbn('0140444300', '9780140444308'),
              { type: 'OTHER', identifier: 'LCCN:78012345' },
              { type: 'OTHER', identifier: 'OCLC:12345' },
              { type: 'OTHER', identifier: 'OL:OL1M' },
            ],
            pageCount: 1232,
            dimensions: { height: '19.81 cm', width: '12.95 cm', thickness: '5.59 cm' },
            categories: ['France', 'Historical fiction'],
            language: 'en',
            series: [{ title: 'Penguin classics', number: '12' }],
            cover: 'https://covers.openlibrary.org/b/id/240727-L.jpg',
          },
        },
        2: {
          volume: {
            title: 'The man who laughs',
            alternativeTitles: ["L'Homme qui rit"],
            authors: ['Victor Hugo'],
            publishedDate: '1908',
            description: 'A boy &amp; a bear.',
            language: 'fr',
          },
        },
        4: 'there is no title',
        5: 'there are not five columns',
        6: 'the line is not JSON',
      })
    },
  )

  it('of Goodreads contains the shelves of a book and its positions on them', async () => {
    const { format, found } = await readBookFile('goodreads.csv')
    expect(format).toBe('goodreads')
    expect(found).toMatchObject({
      2: {
        volume: {
          sourceKey: '101',
          title: 'A Study in Scarlet',
          authors: ['Arthur Conan Doyle', 'Iain Sinclair'],
          publishedDate: '2001',
          identifiers: [...isbn('0140439080', '9780140439083'), {}],
          pageCount: 192,
          series: [{ title: 'Sherlock Holmes', number: '1' }],
        },
        shelves: [
          { shelf: 4, position: 3 },
          { shelf: 0, position: 2 },
          { shelf: 'detectives', position: 1, addedOn: '2020-01-05' },
        ],
        review: { rating: 5, content: 'Good.\nVery good.', readOn: '2020-03-01' },
      },
      3: { volume: { publishedDate: '1890' }, shelves: [{ shelf: 2, position: 1 }] },
      4: { volume: { isEbook: true }, shelves: [{ shelf: 4 }, { shelf: 0 }] },
      5: 'there is no title',
    })
  })

  it('of StoryGraph is read by the names of its columns', async () => {
    const { format, found } = await readBookFile('storygraph.csv')
    expect(format).toBe('storygraph')
    expect(found).toMatchObject({
      2: {
        volume: { title: 'Middlemarch', identifiers: isbn('0141439548', '9780141439549') },
        shelves: [{ shelf: 3 }, { shelf: 'classics' }, { shelf: 'big books' }],
      },
      3: { volume: { isEbook: true }, shelves: [{ shelf: 'did-not-finish' }] },
      4: {
        volume: {
          sourceKey: 'b7a1c9',
          title: 'Romola',
          authors: ['George Eliot', 'Some Editor'],
        },
        shelves: [{ shelf: 2 }],
      },
    })
  })

  it('of Calibre puts what can be read on a screen among the e-books', async () => {
    const { format, found } = await readBookFile('calibre.csv')
    expect(format).toBe('calibre')
    expect(found).toMatchObject({
      2: {
        volume: {
          title: 'Vingt mille lieues sous les mers',
          authors: ['Jules Verne', 'A. Translator'],
          publishedDate: '1870-03-20',
          description: '<p>Under <b>water</b>.</p>',
          identifiers: [
            ...isbn('0199539278', '9780199539277'),
            { type: 'OTHER', identifier: 'GOODREADS:33507' },
          ],
          categories: ['Adventure', 'Science Fiction'],
          language: 'fr',
          series: [{ title: 'Voyages extraordinaires', number: '6' }],
          isEbook: true,
          epub: { isAvailable: true },
          pdf: { isAvailable: true },
        },
        shelves: [{ shelf: 7 }],
      },
      3: { volume: { title: 'Paper Only' }, shelves: [{ shelf: 'Home' }] },
    })
  })
})

describe('what a file is', () => {
  it.each(['', 'hello\n', '<html></html>', '{"a": 1}', 'a,b,c\n1,2,3\n', '\u0000\u0001'])(
    'stays unknown when it begins with %j',
    (head) => {
      expect(recognizedFormat(Buffer.from(head))).toBeUndefined()
    },
  )
})
