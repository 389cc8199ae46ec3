import { beforeAll, describe } from 'vitest'
import { type BookLine, numberedBooks, writeBookLines } from './book-lines.ts'
import { as } from './calling.ts'
import { freshFolder } from './fresh.ts'
import { books, type books_v1, signedIn } from './official-clients.ts'
import {
  runAlmanac,
  type ServerPlace,
  type TestServer,
  type WireEngine,
  wireEngines,
} from './server.ts'
import { sharedServers } from './shared-server.ts'

export const booksScope = 'https://www.googleapis.com/auth/books'

/** Servers with a catalog, as the tests of one file see them. */
export interface BookSite {
  readonly place: ServerPlace
  readonly servers: readonly TestServer[]
  readonly base: string
  /** A user of its own for a test. */
  reader(server?: TestServer): Promise<Reader>
}

interface Wanted {
  readonly books?: readonly BookLine[]
  readonly environment?: Record<string, string>
  readonly engines?: readonly WireEngine[]
  /** How many processes serve the same database. */
  readonly count?: number
}

/** Declares tests once for each engine, on servers that have the same books. */
export function onBookServers(
  subject: string,
  { books = numberedBooks(30), environment = {}, engines = wireEngines, count = 1 }: Wanted,
  declare: (site: BookSite) => void,
): void {
  for (const engine of engines) {
    describe(`${subject} on ${engine.name}`, { skip: engine.unavailable !== undefined }, () => {
      const shared = sharedServers(engine, { environment, count })
      beforeAll(() => importBooks(shared.place, books))
      declare({
        get place() {
          return shared.place
        },
        get servers() {
          return shared.servers
        },
        get base() {
          return shared.servers[0]!.base
        },
        reader: async (server = shared.servers[0]!) => new Reader(server.base, await server.mint()),
      })
    })
  }
}

/** Brings books into the catalog of a place, whether something serves it or not. */
export async function importBooks(place: ServerPlace, books: readonly BookLine[]): Promise<void> {
  if (books.length === 0) return
  await using folder = await freshFolder()
  const file = await writeBookLines(folder.path, books)
  const { code, stderr } = await runAlmanac(
    ['books', 'import', file, '--format', 'jsonl'],
    place.environment,
  )
  if (code !== 0) throw new Error(`no books: ${stderr}`)
}

/** Somebody with shelves. */
export class Reader {
  readonly base: string
  readonly email: string
  readonly token: string

  constructor(base: string, { email, token }: { email: string; token: string }) {
    this.base = base
    this.email = email
    this.token = token
  }

  /** The same person at another server. */
  at({ base }: { base: string }): Reader {
    return new Reader(base, this)
  }

  get http() {
    return as(this.base, this.token)
  }

  /** The official client, with nothing changed but the address it talks to. */
  get client(): books_v1.Books {
    return books({ version: 'v1', rootUrl: `${this.base}/`, auth: signedIn(this.token) })
  }

  get(path: string) {
    return this.http.get(`${myShelves}${path}`)
  }

  post(path: string) {
    return this.http.post(`${myShelves}${path}`)
  }

  add(shelf: number | string, ...volumeIds: string[]) {
    return this.#each(volumeIds, (id) => this.post(`/${shelf}/addVolume?volumeId=${id}`))
  }

  remove(shelf: number | string, ...volumeIds: string[]) {
    return this.#each(volumeIds, (id) => this.post(`/${shelf}/removeVolume?volumeId=${id}`))
  }

  move(shelf: number | string, volumeId: string, position: number | string) {
    return this.post(`/${shelf}/moveVolume?volumeId=${volumeId}&volumePosition=${position}`)
  }

  clear(shelf: number | string) {
    return this.post(`/${shelf}/clearVolumes`)
  }

  async shelf(shelf: number | string): Promise<books_v1.Schema$Bookshelf> {
    const { status, json, text } = await this.get(`/${shelf}`)
    if (status !== 200) throw new Error(`no shelf: ${status} ${text}`)
    return json as object as books_v1.Schema$Bookshelf
  }

  /** The ids of all volumes of a shelf, in their order. */
  async order(shelf: number | string): Promise<string[]> {
    const { json } = await this.get(`/${shelf}/volumes?maxResults=1000&fields=items/id`)
    return (json.items ?? []).map(({ id }) => id!)
  }

  /** The id that others know this user by. */
  async userId(): Promise<string> {
    return /\/users\/(\w+)\//.exec((await this.shelf(0)).selfLink!)![1]!
  }

  async #each(ids: readonly string[], call: (id: string) => ReturnType<Reader['post']>) {
    const replies = []
    for (const id of ids) replies.push(await call(id))
    return replies.at(-1)!
  }
}

export const myShelves = '/books/v1/mylibrary/bookshelves'
export const ownShelves = '/almanac/v1/users/me/bookshelves'
export const shelvesOf = (userId: string) => `/books/v1/users/${userId}/bookshelves`
