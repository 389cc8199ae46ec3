import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe } from 'vitest'
import { as, type Reply } from './calling.ts'
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

export type Volume = books_v1.Schema$Volume

/** A volume of a test catalog: its own members, and what only the importer reads. */
export type VolumeLine = Volume & { readonly almanac?: Record<string, unknown> }

interface Found {
  readonly kind: string
  readonly totalItems: number
  readonly items?: readonly Volume[]
}

/** A server with a catalog, as the tests of one file see it. */
interface CatalogSite {
  readonly base: string
  readonly server: TestServer
  /** Searches as nobody in particular. */
  search(q: string, params?: Record<string, string | number | boolean>): Promise<Found>
  /** The ids of what is found, in their order. */
  ids(q: string, params?: Record<string, string | number | boolean>): Promise<string[]>
  titles(q: string, params?: Record<string, string | number | boolean>): Promise<string[]>
  get(path: string, headers?: Record<string, string>): Promise<Reply>
  client(token?: string): books_v1.Books
}

interface Wanted {
  readonly volumes: readonly VolumeLine[]
  readonly environment?: Record<string, string>
  readonly engines?: readonly WireEngine[]
}

/** Declares tests once for each engine, on a server that has these volumes. */
export function onCatalog(
  subject: string,
  { volumes, environment = {}, engines = wireEngines }: Wanted,
  declare: (site: CatalogSite) => void,
): void {
  for (const engine of engines) {
    describe(`${subject} on ${engine.name}`, { skip: engine.unavailable !== undefined }, () => {
      const shared = sharedServers(engine, { environment })
      beforeAll(() => importVolumes(shared.place, volumes))
      declare(siteOf(() => shared.servers[0]!))
    })
  }
}

async function importVolumes(place: ServerPlace, volumes: readonly VolumeLine[]): Promise<void> {
  await using folder = await freshFolder()
  const file = join(folder.path, 'volumes.jsonl')
  await writeFile(file, volumes.map((volume) => `${JSON.stringify(volume)}\n`).join(''))
  const { code, stderr } = await runAlmanac(['books', 'import', file], place.environment)
  if (code !== 0) throw new Error(`no volumes: ${stderr}`)
}

function siteOf(server: () => TestServer): CatalogSite {
  const get = (path: string, headers?: Record<string, string>) =>
    as(server().base).get(path, headers)
  const search: CatalogSite['search'] = async (q, params = {}) => {
    const query = new URLSearchParams({ q })
    for (const [name, value] of Object.entries(params)) query.set(name, String(value))
    const reply = await get(`/books/v1/volumes?${query}`)
    if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`)
    return reply.json as object as Found
  }
  return {
    get base() {
      return server().base
    },
    get server() {
      return server()
    },
    get,
    search,
    ids: async (q, params) => ((await search(q, params)).items ?? []).map(({ id }) => id!),
    titles: async (q, params) =>
      ((await search(q, params)).items ?? []).map(({ volumeInfo }) => volumeInfo!.title!),
    client(token) {
      const options = token === undefined ? {} : { auth: signedIn(token) }
      return books({ version: 'v1', rootUrl: `${server().base}/`, ...options })
    },
  }
}
