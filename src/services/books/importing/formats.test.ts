import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BadEntry, type Reading } from './entry.ts'
import type { FormatName } from './format-names.ts'
import { formats } from './formats.ts'
import { recognisedFormat } from './recognising.ts'
import { openSource } from './source-file.ts'

const fixtures = join(import.meta.dirname, '../../../../tests/fixtures/books')

/** What a file says: by line, what each entry was read as, or why it could not be. */
async function read(file: string): Promise<{ format: FormatName | undefined; found: object }> {
  const source = await openSource(join(fixtures, file))
  const format = recognisedFormat(source.head)
  const found: Record<number, Partial<Reading> | string> = {}
  for await (const entry of formats[format!].read([source], () => {})) {
    try {
      found[entry.line] = entry.read()
    } catch (error) {
      if (!(error instanceof BadEntry)) throw error
      found[entry.line] = error.message
    }
  }
  return { format, found }
}

const isbn = (isbn10: string, isbn13: string) => [
  { type: 'ISBN_10', identifier: isbn10 },
  { type: 'ISBN_13', identifier: isbn13 },
]

describe('a file of volumes', () => {
  it('as JSON lines gives back every member, and says what is wrong with a line', async () => {
    const { format, found } = await read('volumes.jsonl')
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

  it('of Project Gutenberg is free, turns names round, and leaves out what is no text', async () => {
    const { format, found } = await read('gutenberg.csv')
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
    const { format, found } = await read('goodbooks.csv')
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
      const { format, found } = await read(file)
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

  it('of Goodreads knows on which shelves a book stands, and where', async () => {
    const { format, found } = await read('goodreads.csv')
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
          { shelf: 'detectives', position: 1 },
        ],
      },
      3: { volume: { publishedDate: '1890' }, shelves: [{ shelf: 2, position: 1 }] },
      4: { volume: { isEbook: true }, shelves: [{ shelf: 4 }, { shelf: 0 }] },
      5: 'there is no title',
    })
  })

  it('of StoryGraph is read by the names of its columns', async () => {
    const { format, found } = await read('storygraph.csv')
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
    const { format, found } = await read('calibre.csv')
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

  it('of a library in MARC 21 is read in UTF-8 and in MARC-8', async () => {
    const { format, found } = await read('records.mrc')
    expect(format).toBe('marc')
    expect(found).toMatchObject({
      1: {
        volume: {
          sourceKey: 'XX:ocm123',
          title: 'Madame Bovary',
          subtitle: 'mœurs de province',
          authors: ['Gustave Flaubert', 'Édouard Maynial'],
          publisher: 'Michel Lévy',
          publishedDate: '1857',
          description: 'Life in Yonville.',
          identifiers: [
            ...isbn('207041311X', '9782070413119'),
            { type: 'OTHER', identifier: 'LCCN:57012345' },
            { type: 'OTHER', identifier: 'OCLC:456' },
          ],
          pageCount: 490,
          dimensions: { height: '18.00 cm' },
          categories: ['Adultery / France / Fiction'],
          language: 'fr',
          series: [{ title: 'Collection Folio', number: '804' }],
        },
      },
      2: {
        volume: {
          title: 'Über Männer und Bär',
          authors: ['Voltaire'],
          publishedDate: '1925',
          categories: ['КНИГА word'],
          language: 'de',
        },
      },
      3: {
        volume: { printType: 'MAGAZINE', identifiers: [{ type: 'ISSN', identifier: '00280836' }] },
      },
      4: 'its field 245 is cut off',
      5: { kind: 'withdrawn', source: 'marc', sourceKey: 'gone' },
      6: 'there is no title (field 245)',
    })
  })

  it('of a library in MARCXML says the same as one in MARC 21', async () => {
    const { format, found } = await read('records.xml')
    expect(format).toBe('marcxml')
    expect(found).toMatchObject({
      3: {
        volume: {
          sourceKey: 'XX:42',
          title: 'Don Quijote de la Mancha & more',
          alternativeTitles: ['Don Quixote'],
          authors: ['Miguel de Cervantes Saavedra'],
          publishedDate: '1605',
          identifiers: isbn('8437604931', '9788437604930'),
          language: 'es',
        },
      },
      18: 'there is no title (field 245)',
    })
  })

  it('of a publisher in ONIX has prices, preorders and withdrawals', async () => {
    const { format, found } = await read('onix.xml')
    expect(format).toBe('onix')
    expect(found).toMatchObject({
      4: {
        volume: {
          sourceKey: 'com.example.1',
          title: 'The Lighthouse Keeper',
          subtitle: 'A Winter',
          authors: ['Maria del Mar', 'Ed Itor'],
          publisher: 'Test Press',
          publishedDate: '2027-03-14',
          description: '<p>Long &amp; <i>stormy</i>.</p>',
          identifiers: isbn('0306406152', '9780306406157'),
          pageCount: 320,
          dimensions: { height: '21.00 cm' },
          categories: ['Fiction / Sea Stories'],
          maturityRating: 'MATURE',
          language: 'en',
          series: [{ title: 'Tales of the Coast', number: '3' }],
          isEbook: true,
          saleability: 'FOR_PREORDER',
          listPrice: { amount: 9.99, currencyCode: 'EUR' },
          onSaleDate: '2027-03-14',
          cover: 'https://press.example.com/1.jpg',
        },
      },
      34: { kind: 'withdrawn', source: 'onix', sourceKey: 'com.example.2' },
      38: 'there is no title',
    })
  })

  it('of a publisher in ONIX may have short names and another encoding', async () => {
    expect(await read('onix-short.xml')).toMatchObject({
      format: 'onix',
      found: {
        4: {
          volume: {
            title: "Le café d'hiver",
            authors: ['René Dubois'],
            description: '<p>Il neige.</p>',
            language: 'fr',
            saleability: 'FOR_SALE',
          },
        },
      },
    })
  })

  it('of an OPDS 1.2 feed holds publications, and no navigation', async () => {
    const { format, found } = await read('opds1.xml')
    expect(format).toBe('opds1')
    expect(found).toMatchObject({
      4: { kind: 'other' },
      8: {
        volume: {
          sourceKey: 'urn:isbn:9780691096124',
          title: 'Walden',
          authors: ['Henry David Thoreau'],
          publishedDate: '1854-08-09',
          identifiers: isbn('0691096120', '9780691096124'),
          categories: ['Biography'],
          series: [{ title: 'Nature Writing', number: '2' }],
          saleability: 'FREE',
          epub: { downloadLink: 'https://opds.example.com/walden.epub' },
          cover: 'https://opds.example.com/walden.jpg',
        },
      },
      18: {
        volume: {
          description: '<p>An <i>essay</i>.</p>',
          saleability: 'FOR_SALE',
          listPrice: { amount: 3.99, currencyCode: 'USD' },
          pdf: { isAvailable: true },
        },
      },
      23: 'there is no id',
    })
  })

  it('of an OPDS 2.0 feed holds the publications of its groups as well', async () => {
    const { format, found } = await read('opds2.json')
    expect(format).toBe('opds2')
    expect(found).toMatchObject({
      1: {
        volume: {
          title: 'Moby-Dick',
          subtitle: 'or, The Whale',
          authors: ['Herman Melville'],
          pageCount: 635,
          categories: ['Whales', 'Sea stories'],
          language: 'en',
          series: [{ title: 'Sea Library', number: '4' }],
          listPrice: { amount: 7.5, currencyCode: 'EUR' },
          cover: 'https://opds.example.com/large.jpg',
        },
      },
      2: 'there is no title',
      3: { volume: { title: 'Bartleby', saleability: 'FREE', pdf: { isAvailable: true } } },
    })
  })
})

describe('what a file is', () => {
  it.each(['', 'hello\n', '<html></html>', '{"a": 1}', 'a,b,c\n1,2,3\n', '\u0000\u0001'])(
    'stays unknown when it begins with %j',
    (head) => {
      expect(recognisedFormat(Buffer.from(head))).toBeUndefined()
    },
  )
})
