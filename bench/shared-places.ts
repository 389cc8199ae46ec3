import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { benchFolder, makePlace, type Place } from './place.ts'
import { startPostgres } from './postgres.ts'

export type Engine = 'SQLite' | 'PostgreSQL'

/** Fills a place that no server is using, and tells what is in it. */
type Fill<Content> = (place: Place) => Promise<Content>

interface FilledPlace<Content> {
  readonly place: Place
  readonly content: Content
  /** The processes of its database server, if it has one. */
  readonly others: () => readonly number[]
}

/** Places that several figures use; the first one to need a place fills it. */
export class SharedPlaces implements AsyncDisposable {
  readonly engine: Engine
  readonly #resources = new AsyncDisposableStack()
  readonly #filled = new Map<Fill<unknown>, FilledPlace<unknown>>()

  constructor(engine: Engine) {
    this.engine = engine
  }

  async filledBy<Content>(fill: Fill<Content>): Promise<FilledPlace<Content>> {
    const known = this.#filled.get(fill)
    if (known !== undefined) return known as FilledPlace<Content>
    const { path } = this.#resources.use(await benchFolder())
    const database = this.engine === 'PostgreSQL' ? await this.#startDatabase(path) : undefined
    const place = await makePlace(join(path, 'place'), database?.url)
    const filled = { place, content: await fill(place), others: database?.pids ?? (() => []) }
    this.#filled.set(fill, filled)
    return filled
  }

  async #startDatabase(path: string) {
    // The database server runs as another user and has to reach its folder.
    chmodSync(path, 0o755)
    return this.#resources.use(await startPostgres(path))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#resources.disposeAsync()
  }
}
