import { describe, expect, it } from 'vitest'
import { isbn, readBookFile } from '../../../../tests/support/read-book-file.ts'

describe('a file of volumes', () => {
  it('of a library in MARC 21 is read in UTF-8 and in MARC-8', async () => {
    const { format, found } = await readBookFile('records.mrc')
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

  it('of a library is read from MARCXML like from MARC 21', async () => {
    const { format, found } = await readBookFile('records.xml')
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
    const { format, found } = await readBookFile('onix.xml')
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
    expect(await readBookFile('onix-short.xml')).toMatchObject({
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

  it('of an OPDS 1.2 feed contains publications, and no navigation', async () => {
    const { format, found } = await readBookFile('opds1.xml')
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

  it('of an OPDS 2.0 feed contains the publications of its groups as well', async () => {
    const { format, found } = await readBookFile('opds2.json')
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
