import { expect, it } from 'vitest'
import { onCatalog } from '../support/catalog-site.ts'
import { sampleCatalog } from '../support/sample-catalog.ts'

onCatalog('searching books stays well', { volumes: sampleCatalog }, (site) => {
  const strange = [
    '"unbalanced',
    '-',
    '- -',
    '--',
    '""',
    '"" "" ""',
    'a AND (b OR NOT c)',
    'title:dune NEAR/3 (x y)',
    '* dune*',
    '^dune $',
    '.*|.+[a-z]{1,9}(((((',
    "'; drop table book_volumes; --",
    "' | 'x':* & !'y' <-> (",
    '\\u0000\\x',
    'OR OR OR',
    '| |',
    'OR dune',
    'dune OR',
    'intitle:intitle:dune',
    'intitle:inauthor:-dune',
    'isbn:"',
    'subject:"""',
    ':::',
    '++++',
    '𝔇𝔲𝔫𝔢',
    '\u{1F4DA}',
    '‮dune',
    '\u0301\u0302',
    'ﷺ',
    'e\u0301'.repeat(500),
    'k:1 x:ebook l:en || |',
    'y:1999',
    'dune '.repeat(1000),
    'a'.repeat(5000),
    Array.from({ length: 1000 }, (_, n) => `word${n}`).join(' '),
    Array.from({ length: 300 }, (_, n) => `-no${n}`).join(' '),
    `dune ${Array.from({ length: 300 }, (_, n) => `OR dune${n}`).join(' ')}`,
    '"'.repeat(2000),
    'to be or not to be '.repeat(20),
  ]

  it.each(strange.map((q) => [q.slice(0, 30), q]))('with %s', async (_shown, q) => {
    const { totalItems } = await site.search(q)
    expect(totalItems).toBeGreaterThanOrEqual(0)
  })

  it('with control characters, which count as blanks', async () => {
    for (const code of ['%00', '%01', '%07', '%0A', '%1B', '%7F', '%C2%85']) {
      const { status, json } = await site.get(`/books/v1/volumes?q=messiah${code}dune`)
      expect(status).toBe(200)
      expect(json.items?.map(({ id }) => id)).toEqual(await site.ids('messiah dune'))
    }
    const { status, json } = await site.get('/books/v1/volumes?q=%00')
    expect([status, json]).toEqual([200, { kind: 'books#volumes', totalItems: 0 }])
  })

  it('with what is no text', async () => {
    for (const code of ['%ED%A0%80', '%FF']) {
      const { status, json } = await site.get(`/books/v1/volumes?q=du${code}+dune`)
      expect([200, 400]).toContain(status)
      expect(json).toBeDefined()
    }
  })
})
