import { reviewed } from '#/services/books/domain/predefined-shelves.ts'
import { exportVolumes } from '#/services/books/service.ts'
import { type InventoryContext, keyOf, type WireResource } from './resource.ts'

const volumesPerPage = 1000
/** The source of the volumes that a new demo server has. */
const starterSource = 'starter'

/** The shelves of users and their volumes, in order, and the reviews of users. */
export async function readShelves(
  { core, client, add }: InventoryContext,
  emails: readonly string[],
): Promise<void> {
  const base = `${core.settings.booksBasePath}/mylibrary/bookshelves`
  for (const owner of emails) {
    const { items } = await client.call({ as: owner, method: 'GET', target: base })
    for (const shelf of (items ?? []) as readonly WireResource[]) {
      const key = keyOf(owner, String(shelf.id))
      add({ type: 'books.bookshelf', key, owner, resource: shelf })
      for (let start = 0; start < Number(shelf.volumeCount); start += volumesPerPage) {
        const target = `${base}/${shelf.id}/volumes?startIndex=${start}&maxResults=${volumesPerPage}`
        const page = await client.call({ as: owner, method: 'GET', target })
        for (const resource of (page.items ?? []) as readonly WireResource[]) {
          const volumeKey = keyOf(key, String(resource.id))
          add({ type: 'books.shelfVolume', key: volumeKey, owner, resource })
          if (Number(shelf.id) === reviewed) {
            await readReview({ core, client, add }, owner, String(resource.id))
          }
        }
      }
    }
  }
}

async function readReview(
  { core, client, add }: Pick<InventoryContext, 'core' | 'client' | 'add'>,
  owner: string,
  volumeId: string,
): Promise<void> {
  const target = `${core.settings.almanacBasePath}/users/me/library/reviews/${volumeId}`
  const resource = await client.call({ as: owner, method: 'GET', target })
  add({ type: 'books.review', key: keyOf(owner, volumeId), owner, resource })
}

/**
 * The volumes that were added to the catalog, in the form of `almanac books export`. What a new
 * demo server has by itself is left out.
 */
export async function readAddedVolumes({ core, client, add }: InventoryContext): Promise<void> {
  const { origin } = client
  const { booksBasePath, booksCountry: country } = core.settings
  const options = { origin, api: origin + booksBasePath, country }
  await exportVolumes(core.database, options, async (line) => {
    const resource = JSON.parse(line) as ExportedVolume
    if (resource.almanac.source === starterSource) return
    add({ type: 'books.volume', key: resource.id, resource })
  })
}

type ExportedVolume = WireResource & {
  readonly id: string
  readonly almanac: { readonly source: string }
}
