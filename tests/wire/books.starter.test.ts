import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importFile } from '../support/book-imports.ts'
import { as } from '../support/calling.ts'
import { freshFolder } from '../support/fresh.ts'
import { type TestServer, wireEngines } from '../support/server.ts'
import { onEmbedded } from '../support/sites.ts'

/** The titles that a search finds, and how many there are in all. */
async function found({ base }: { readonly base: string }, q: string) {
  const { json } = await as(base).get(`/books/v1/volumes?q=${encodeURIComponent(q)}`)
  const items = (json.items ?? []) as unknown as { volumeInfo: { title: string } }[]
  return { titles: items.map(({ volumeInfo }) => volumeInfo.title), totalItems: json.totalItems }
}

const shelf = '/books/v1/mylibrary/bookshelves'

/** Calls of the demo user, with the token that the server prints. */
function demoUser({ base, output }: TestServer) {
  const [, token] = /^Access token for \S+: (\S+)$/m.exec(output().stdout) ?? []
  return as(base, token)
}

/** The titles on a shelf of the demo user. */
async function titlesOn(server: TestServer, id: number): Promise<string[]> {
  const { json } = await demoUser(server).get(`${shelf}/${id}/volumes`)
  const items = (json.items ?? []) as unknown as { volumeInfo: { title: string } }[]
  return items.map(({ volumeInfo }) => volumeInfo.title)
}

for (const engine of wireEngines) {
  const skip = engine.unavailable !== undefined
  describe(`the starter catalog on ${engine.name}`, { skip }, () => {
    it('makes the first search work, and is loaded once', async () => {
      await using place = await engine.place()
      await using folder = await freshFolder()
      const first = await place.start({ ALMANAC_DEMO: '1' })
      expect((await found(first, 'war and peace')).titles[0]).toBe('War and Peace')
      expect((await found(first, 'Война и мир')).titles[0]).toBe('Война и мир')
      expect((await found(first, 'dracula stoker')).titles[0]).toBe('Dracula')
      const { totalItems } = await found(first, 'inauthor:austen')
      expect(totalItems).toBe(6)
      // The demo user has books to begin with, which can be removed for good.
      expect(await titlesOn(first, 3)).toHaveLength(3)
      expect(await titlesOn(first, 5)).toContain('Pride and Prejudice')
      await demoUser(first).post(`${shelf}/3/clearVolumes`)
      await first.stop()

      const notice = join(folder.path, 'withdrawn.xml')
      await writeFile(
        notice,
        `<ONIXMessage release="3.0"><Product><RecordReference>en:Dracula</RecordReference>
         <NotificationType>05</NotificationType></Product></ONIXMessage>`,
      )
      const { said } = await importFile(place, notice, '--source', 'starter')
      expect(said.at(-1)).toContain('1 withdrawn')
      const second = await place.start({ ALMANAC_DEMO: '1' })
      expect((await found(second, 'dracula stoker')).titles).not.toContain('Dracula')
      expect((await found(second, 'inauthor:austen')).totalItems).toBe(6)
      expect(await titlesOn(second, 3)).toEqual([])
      expect(await titlesOn(second, 4)).toHaveLength(5)
    })
  })
}

onEmbedded('a server without demo data', (site) => {
  it('has no starter catalog', async () => {
    expect(await found(site, 'war and peace')).toEqual({ titles: [], totalItems: 0 })
  })
})
