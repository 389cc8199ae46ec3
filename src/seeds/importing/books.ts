import { setImmediate as turn } from 'node:timers/promises'
import { isCustom, predefinedShelves } from '#/services/books/domain/predefined-shelves.ts'
import { putVolumeResources } from '#/services/books/importing/volume-resources.ts'
import type { Shelf } from '../format/users.ts'
import type { SeedImport } from '../import.ts'
import { SeedError } from '../seed-error.ts'

/** Adds volumes to the catalog. */
export async function importVolumes({ core, seed }: SeedImport): Promise<void> {
  const { volumes = [] } = seed
  const bad = await putVolumeResources(core.books, volumes, () => turn())
  if (bad !== undefined) throw new SeedError(`volumes[${bad.index}]`, bad.why)
}

/** Fills the bookshelves of users. */
export async function importShelves(context: SeedImport): Promise<void> {
  for (const [index, { email: as = '', bookshelves = [] }] of (
    context.seed.users ?? []
  ).entries()) {
    for (const [number, shelf] of bookshelves.entries()) {
      await putShelf(context, { as, shelf, path: `users[${index}].bookshelves[${number}]` })
    }
  }
}

/** Adds the reviews of users. */
export async function importReviews({ core, client, at, seed }: SeedImport): Promise<void> {
  for (const [index, { email: as = '', reviews = [] }] of (seed.users ?? []).entries()) {
    for (const [number, { volumeId, ...body }] of reviews.entries()) {
      const target = `${core.settings.almanacBasePath}/users/me/library/reviews/${encodeURIComponent(volumeId!)}`
      await at(`users[${index}].reviews[${number}]`, () =>
        client.call({ as, method: 'PUT', target, body }),
      )
    }
  }
}

interface NewShelf {
  readonly as: string
  readonly shelf: Shelf
  readonly path: string
}

async function putShelf(context: SeedImport, { as, shelf, path }: NewShelf): Promise<void> {
  const { core, client, at } = context
  const { id: wantedId, volumes = [], ...body } = shelf
  const own = `${core.settings.almanacBasePath}/users/me/bookshelves`
  const isAdded = wantedId === undefined || isCustom(wantedId)
  if (!isAdded && !predefinedShelves.some(({ id }) => id === wantedId)) {
    throw new SeedError(`${path}.id`, 'there is no such shelf: those that users add begin at 1001.')
  }
  let id = wantedId
  if (isAdded) {
    const newId = wantedId?.toString()
    const created = await at(path, () =>
      client.call({ as, method: 'POST', target: own, body, newId }),
    )
    id = Number(created.id)
  } else if (Object.keys(body).length > 0) {
    await at(path, () => client.call({ as, method: 'PATCH', target: `${own}/${id}`, body }))
  }
  const library = `${core.settings.booksBasePath}/mylibrary/bookshelves/${id}`
  for (const [index, volumeId] of volumes.entries()) {
    const target = `${library}/addVolume?volumeId=${encodeURIComponent(volumeId)}`
    await at(`${path}.volumes[${index}]`, () => client.call({ as, method: 'POST', target }))
  }
}
