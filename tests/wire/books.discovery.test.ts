import { expect, it } from 'vitest'
import { onBookServers } from '../support/book-site.ts'
import { send } from '../support/http.ts'

onBookServers('the description of the books service', { books: [] }, (site) => {
  it.each(['$', '%24'])('is at the address that its own host would have: %s', async (dollar) => {
    const { json } = await send(`${site.base}/discovery/v1/apis/books/v1/rest`)
    expect(json.id).toBe('books:v1')
    const hosted = await send(`${site.base}/${dollar}discovery/rest?version=v1`)
    expect(hosted.json).toEqual(json)
  })
})
