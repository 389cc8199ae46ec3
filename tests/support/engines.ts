import { schema } from '#/schema.ts'
import { type OpenOptions, openDatabase } from '#/storage/open.ts'
import type { Database, Engine, StorageLog } from '#/storage/port.ts'
import { freshFolder, makeDataFolder } from './fresh.ts'
import { freshPostgresUrl, postgresUnavailable } from './postgres-databases.ts'

export type Tuning = Omit<OpenOptions, 'url' | 'dataDir' | 'log' | 'schema'> &
  Partial<Pick<OpenOptions, 'log' | 'schema'>>

/** Somewhere to keep one database, which can be opened more than once. */
export interface Place extends AsyncDisposable {
  readonly url: string | undefined
  readonly dataDir: string
  open(tuning?: Tuning): Promise<Database>
}

interface TestEngine {
  readonly name: string
  readonly kind: Engine
  readonly unavailable?: string
  /** Why the suite's rule about bodies that yield does not hold here. */
  readonly mayYield?: string
  /** Why only one process at a time works with a database here. */
  readonly isForOneProcess?: string
  /** A place with the present schema in it, or one where nobody has been before. */
  place(wanted?: { isEmpty?: boolean }): Promise<Place>
  /** A database with the present schema, or another one, gone when it is disposed of. */
  open(tuning?: Tuning): Promise<Database>
}

export const silentLog: StorageLog = { info: () => {}, warn: () => {}, error: () => {} }

export const engines: readonly TestEngine[] = [
  {
    name: 'sqlite',
    kind: 'sqlite',
    isForOneProcess: 'notifications and the epoch stay within the process that holds the file',
    place: sqlitePlace,
    open: (tuning) => openAt(() => sqlitePlace({ isEmpty: tuning?.schema !== undefined }), tuning),
  },
  {
    name: postgresUnavailable === undefined ? 'postgres' : `postgres (${postgresUnavailable})`,
    kind: 'postgres',
    ...(postgresUnavailable === undefined ? {} : { unavailable: postgresUnavailable }),
    mayYield: 'every transaction has a connection of its own, so nobody waits for it',
    place: postgresPlace,
    open: (tuning) =>
      openAt(() => postgresPlace({ isEmpty: tuning?.schema !== undefined }), tuning),
  },
]

async function sqlitePlace({ isEmpty = false } = {}): Promise<Place> {
  const folder = await freshFolder()
  if (!isEmpty) await makeDataFolder(folder.path)
  return {
    url: undefined,
    dataDir: folder.path,
    open: (tuning) => openDatabase({ schema, log: silentLog, ...tuning, dataDir: folder.path }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

/** On a busy machine a transaction may wait for its connection longer than a server lets it. */
export const patience = { acquireTimeoutMs: 60_000 }

async function postgresPlace(wanted: { isEmpty?: boolean } = {}): Promise<Place> {
  const database = await freshPostgresUrl(wanted)
  const { url } = database
  return {
    url,
    dataDir: '',
    open: (tuning) => {
      const postgres = { ...patience, ...tuning?.postgres }
      return openDatabase({ schema, log: silentLog, ...tuning, postgres, url, dataDir: '' })
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

async function openAt(makePlace: () => Promise<Place>, tuning?: Tuning): Promise<Database> {
  const place = await makePlace()
  try {
    const database = await place.open(tuning)
    const close = database[Symbol.asyncDispose].bind(database)
    return Object.assign(database, {
      [Symbol.asyncDispose]: async () => {
        await close()
        await place[Symbol.asyncDispose]()
      },
    })
  } catch (error) {
    await place[Symbol.asyncDispose]()
    throw error
  }
}
