import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importFile } from '../support/book-imports.ts'
import { as } from '../support/calling.ts'
import { freshFolder } from '../support/fresh.ts'
import { wireEngines } from '../support/server.ts'
import { onEmbedded } from '../support/sites.ts'

/** The titles that a search finds, and how many there are in all. */
async function found({ base }: { readonly base: string }, q: string) {
  const { json } = await as(base).get(`/books/v1/volumes?q=${encodeURIComponent(q)}`)
  const items = (json.items ?? []) as unknown as { volumeInfo: { title: string } }[]
  return { titles: items.map(({ volumeInfo }) => volumeInfo.title), totalItems: json.totalItems }
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
    })
  })
}

onEmbedded('a server without demo data', (site) => {
  it('has no starter catalog', async () => {
    expect(await found(site, 'war and peace')).toEqual({ titles: [], totalItems: 0 })
  })
})
