import type { WireResource } from '#/inventory/inventory.ts'
import {
  isCustom,
  isFilledByService,
  predefinedShelves,
} from '#/services/books/domain/predefined-shelves.ts'
import type { SeedExport } from '../export.ts'
import { pick, unlessEmpty, withoutDefaults } from './resources.ts'

/** What the catalog stores of a volume; the rest of the resource follows from it. */
const volumeInfoNames = [
  'title',
  'subtitle',
  'authors',
  'publisher',
  'publishedDate',
  'description',
  'industryIdentifiers',
  'pageCount',
  'printedPageCount',
  'dimensions',
  'printType',
  'mainCategory',
  'categories',
  'averageRating',
  'ratingsCount',
  'maturityRating',
  'language',
]
const saleInfoNames = ['isEbook', 'saleability', 'listPrice', 'retailPrice', 'onSaleDate']
const accessInfoNames = ['epub', 'pdf', 'publicDomain', 'viewability']

/** The volumes that were added to the catalog, and those of the starter catalog on shelves. */
export function exportedVolumes({ resources }: SeedExport): object[] {
  const added = resources.all('books.volume')
  const ids = new Set(added.map(({ id }) => id))
  const onShelves = new Map(
    resources
      .all('books.shelfVolume')
      .filter(({ id }) => !ids.has(id))
      .map((volume) => [String(volume.id), volume]),
  )
  return [...added, ...onShelves.values()]
    .sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1))
    .map(exportedVolume)
}

function exportedVolume(volume: WireResource): object {
  const part = (name: string) => (volume[name] ?? {}) as WireResource
  const { seriesInfo } = part('volumeInfo')
  // What the import assumes of a volume from no other catalog.
  const almanac = withoutDefaults(part('almanac'), { source: 'jsonl', sourceKey: volume.id })
  return withoutDefaults(
    {
      id: volume.id,
      volumeInfo: withoutDefaults({
        ...pick(part('volumeInfo'), volumeInfoNames),
        seriesInfo:
          seriesInfo &&
          withoutDefaults(
            pick(seriesInfo as WireResource, ['shortSeriesBookTitle', 'bookDisplayNumber']),
          ),
      }),
      saleInfo: withoutDefaults(pick(part('saleInfo'), saleInfoNames), { isEbook: false }),
      accessInfo: withoutDefaults(pick(part('accessInfo'), accessInfoNames), {
        epub: { isAvailable: false },
        pdf: { isAvailable: false },
        publicDomain: false,
      }),
      almanac,
    },
    { saleInfo: {}, accessInfo: {}, almanac: {} },
  )
}

/** The shelves that a user fills, without those that the service fills. */
export function exportedShelves({ core, resources }: SeedExport, owner: string): object[] {
  return resources
    .ownedBy(owner, 'books.bookshelf')
    .filter(({ id }) => !isFilledByService(Number(id)))
    .flatMap((shelf) => {
      const id = Number(shelf.id)
      const onShelf = resources
        .partsOf(`${owner}/${id}`, 'books.shelfVolume')
        .map((volume) => volume.id)
      const exported = withoutDefaults(
        {
          ...pick(shelf, ['id', 'title', 'description', 'access']),
          volumes: unlessEmpty(onShelf),
        },
        isCustom(id) ? { description: '', access: 'PRIVATE' } : usualShelf(core, id),
      )
      return Object.keys(exported).length === 1 && !isCustom(id) ? [] : [exported]
    })
}

/** The reviews of a user. */
export const exportedReviews = ({ resources }: SeedExport, owner: string): object[] =>
  resources
    .ownedBy(owner, 'books.review')
    .toSorted((one, other) => (String(one.volumeId) < String(other.volumeId) ? -1 : 1))
    .map((review) =>
      withoutDefaults(pick(review, ['volumeId', 'rating', 'content', 'readOn']), {
        rating: 0,
        content: '',
        readOn: '',
      }),
    )

/** A predefined shelf in its initial state. */
function usualShelf({ settings }: SeedExport['core'], id: number) {
  const shelf = predefinedShelves.find((candidate) => candidate.id === id)
  const byDefault = settings.shelfAccess === 'public' ? 'PUBLIC' : 'PRIVATE'
  return {
    title: shelf?.title,
    description: '',
    access: shelf?.access === 'byDefault' ? byDefault : 'PRIVATE',
  }
}
