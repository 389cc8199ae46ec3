import { describe, expect, it } from 'vitest'
import { bookFixture } from '../support/book-fixtures.ts'
import { importFile } from '../support/book-imports.ts'
import { as } from '../support/calling.ts'
import { wireEngines } from '../support/server.ts'

describe('the books service', () => {
  it('answers at the base path that a setting names, and links there', async () => {
    await using place = await wireEngines[0]!.place()
    await importFile(place, bookFixture('gutenberg.csv'))
    const server = await place.start({ ALMANAC_BOOKS_BASE_PATH: '/library' })
    const anybody = as(server.base)
    const { json } = await anybody.get('/library/volumes?q=intitle:dracula')
    const [volume] = json.items as unknown as { id: string; selfLink: string }[]
    expect(volume!.selfLink).toBe(`${server.base}/library/volumes/${volume!.id}`)
    expect((await anybody.get(`/library/volumes/${volume!.id}`)).json).toMatchObject({
      selfLink: volume!.selfLink,
    })
    expect((await anybody.get('/books/v1/volumes?q=intitle:dracula')).status).toBe(404)
    const reader = as(server.base, (await server.mint()).token)
    const shelf = await reader.get('/library/mylibrary/bookshelves/0')
    expect(shelf.json.selfLink).toMatch(/\/library\/users\/\d+\/bookshelves\/0$/)
    expect(String(shelf.json.selfLink).startsWith(server.base)).toBe(true)
  })
})
