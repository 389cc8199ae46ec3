import { expect, it } from 'vitest'
import { onCatalogue, type VolumeLine } from '../support/catalogue-site.ts'

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
]

onCatalogue('what is meant by a search', { volumes }, (site) => {
  it('is a book with this title before one that has it as an alias', async () => {
    const titles = ['The Tide Clock', 'The Salt Road']
    expect(await site.titles('tide clock')).toEqual(titles)
    expect(await site.titles('the tide clock marsh')).toEqual(titles)
  })
})
