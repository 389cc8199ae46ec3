import { expect, it } from 'vitest'
import { onEmbedded } from '../support/sites.ts'

onEmbedded('the description of the books service', (site) => {
  it.each(['$', '%24'])('is at the address that its own host would have: %s', async (dollar) => {
    const { json } = await site.call('/discovery/v1/apis/books/v1/rest')
    expect(json.id).toBe('books:v1')
    const hosted = await site.call(`/${dollar}discovery/rest?version=v1`)
    expect(hosted.json).toEqual(json)
  })
})
