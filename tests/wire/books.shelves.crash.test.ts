import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bookIds, numberedBooks } from '../support/book-lines.ts'
import { importBooks, Reader } from '../support/book-site.ts'
import { until } from '../support/calling.ts'
import { freshFolder } from '../support/fresh.ts'
import { embeddedEngine, runAlmanac } from '../support/server.ts'

const ids = bookIds(40)
const quiet = { ALMANAC_DEMO: '0' }

// On PostgreSQL the database outlives the server: crash.test.ts shows what a killed server leaves behind there.
describe('shelves of a server that ends', () => {
  it('are the same after a crash, with every change that was answered', async () => {
    await using place = await embeddedEngine.place()
    await importBooks(place, numberedBooks(40))
    const server = await place.startProcess(quiet)
    const told: Told[] = []
    let answers = 0
    const writers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const reader = new Reader(server.base, await server.mint())
        const mine: Told = { reader, order: [], next: undefined }
        told.push(mine)
        return changeUntilCut(mine, () => answers++)
      }).map((writer) => [writer]),
    )
    await until(
      () => answers,
      (count) => count > 300,
    )
    await server.kill()
    await Promise.all(writers.flat())

    const again = await place.start(quiet)
    for (const { reader, order, next } of told) {
      const here = reader.at(again)
      const found = await here.order(0)
      expect([order, next]).toContainEqual(found)
      expect((await here.shelf(0)).volumeCount).toBe(found.length)
    }
    const { code, stdout } = await runAlmanac(['check'], place.environment)
    expect([code, stdout]).toEqual([0, 'No problems found.\n'])
  })

  it('are the same after a restart and a second import of the same books', async () => {
    await using place = await embeddedEngine.place()
    await importBooks(place, numberedBooks(40))
    const server = await place.start(quiet)
    const ann = new Reader(server.base, await server.mint())
    await ann.add(0, ids[0]!, ids[1]!, ids[2]!)
    await ann.move(0, ids[2]!, 0)
    await ann.http.get(`/books/v1/volumes/${ids[7]}`)
    const before = (await ann.get('')).json
    const volumes = (await ann.get('/0/volumes')).json
    await ann.http.get(`/books/v1/volumes/${ids[8]}`)
    expect(await server.stop()).toBe(0)
    await importBooks(place, numberedBooks(40))

    const again = await place.start(quiet)
    const here = ann.at(again)
    const link = (text: string) => text.replaceAll(server.base, again.base)
    expect((await here.get('/0')).json).toEqual(JSON.parse(link(JSON.stringify(before.items![0]))))
    const { json } = await here.get('/0/volumes')
    expect(json.items!.map(({ id }) => id)).toEqual(volumes.items!.map(({ id }) => id))
    expect(await here.order(6)).toEqual([ids[8], ids[7]])
  })

  it('return from a backup as they were', async () => {
    await using place = await embeddedEngine.place()
    await importBooks(place, numberedBooks(40))
    const server = await place.start(quiet)
    const ann = new Reader(server.base, await server.mint())
    await ann.add(0, ids[3]!, ids[1]!)
    const before = await ann.order(0)
    await using folder = await freshFolder()
    const path = join(folder.path, 'shelves.backup')
    expect((await runAlmanac(['backup', path], place.environment)).code).toBe(0)
    await ann.clear(0)
    await server.stop()
    expect((await runAlmanac(['restore', path, '--yes'], place.environment)).code).toBe(0)
    const here = ann.at(await place.start(quiet))
    expect(await here.order(0)).toEqual(before)
  })
})

/** What one reader was told of a shelf. */
interface Told {
  readonly reader: Reader
  order: readonly string[]
  /** What the change that was not answered would have made of it. */
  next: readonly string[] | undefined
}

/** Changes a shelf in one way after another until the connection breaks. */
async function changeUntilCut(told: Told, onAnswer: () => void): Promise<void> {
  const { reader } = told
  try {
    for (let round = 0; ; round++) {
      const id = ids[(round * 7) % ids.length]!
      const others = told.order.filter((other) => other !== id)
      const isThere = others.length < told.order.length
      const index = round % 5
      const isRemoval = isThere && round % 3 === 0
      if (!isThere) told.next = [...told.order, id]
      else told.next = isRemoval ? others : others.toSpliced(index, 0, id)
      const reply = !isThere
        ? await reader.add(0, id)
        : isRemoval
          ? await reader.remove(0, id)
          : await reader.move(0, id, index)
      expect(reply.status).toBe(200)
      told.order = told.next
      onAnswer()
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(code)) throw error
  }
}
