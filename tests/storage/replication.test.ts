import { copyFile, mkdir, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  defaultLimits,
  type ReplicationLimits,
  type ReplicatorOptions,
  replicate,
} from '#/storage/replication/generation.ts'
import { fileState, readNote, writeNote } from '#/storage/replication/history-end.ts'
import { type NamedSegment, segmentName, segmentsIn } from '#/storage/replication/names.ts'
import { restoreDatabase, restoreFile } from '#/storage/replication/restore.ts'
import { decodeSegment, encodeSegment } from '#/storage/replication/segment.ts'
import { FolderStore } from '#/storage/replication/stores/folder-store.ts'
import type { ReplicaStore } from '#/storage/replication/stores/replica-store.ts'
import { S3Store } from '#/storage/replication/stores/s3-store.ts'
import { freshFolder } from '../support/fresh.ts'

// Everything is removed together after the run.
const newFolder = async (): Promise<string> => (await freshFolder()).path

const quickLimits: ReplicationLimits = {
  ...defaultLimits,
  pollMs: 2,
  framesMax: 40,
  idleFramesMax: 10,
  segmentBytesMax: 30_000,
  retryMs: 5,
  retryMsMax: 5,
  beatMs: 20,
}

/** A database that is written to and replicated. */
class Replicated implements AsyncDisposable {
  readonly path: string
  readonly writer: DatabaseSync
  readonly failures: string[] = []
  isLogHeld = false
  snapshots = 0
  readonly #stop = new AbortController()
  readonly #running: Promise<void>
  #completeAtMs = 0
  #ids = 0
  #end: Parameters<ReplicatorOptions['observer']['ended']>[0] | undefined

  constructor(
    folder: string,
    store: ReplicaStore,
    { limits = quickLimits, ...others }: Partial<ReplicatorOptions> = {},
  ) {
    this.path = join(folder, 'source.sqlite')
    this.writer = new DatabaseSync(this.path, { timeout: 5_000 })
    this.writer.exec(
      'pragma journal_mode = wal; pragma wal_autocheckpoint = 0; pragma cache_size = 5;' +
        'create table if not exists notes (id integer primary key, text text)',
    )
    this.#ids = Number(this.writer.prepare('select max(id) as id from notes').get()?.id ?? 0)
    this.#running = replicate({
      databasePath: this.path,
      files: undefined,
      store,
      retentionMs: 86_400_000,
      random: () => String(Math.random()).slice(2),
      nowMs: () => Date.now(),
      signal: this.#stop.signal,
      limits,
      ...others,
      observer: {
        complete: (atMs) => {
          this.#completeAtMs = atMs
        },
        behind: () => {},
        stored: () => {},
        snapshotStored: () => {
          this.snapshots++
        },
        ended: (end) => {
          this.#end = end
        },
        storeFailed: (error) => {
          if (error !== undefined) this.failures.push(String(error))
        },
        holdsLog: (isHeld) => {
          this.isLogHeld = isHeld
        },
        generationFailed: (error) => this.failures.push(String(error)),
      },
    })
  }

  /** Inserts rows in one transaction, and deletes some if the number is negative. */
  write(count: number): void {
    this.writer.exec('begin')
    const insert = this.writer.prepare('insert into notes (id, text) values (?, ?)')
    for (let row = 0; row < count; row++) insert.run(++this.#ids, `${this.#ids} `.repeat(100))
    if (count < 0) this.writer.exec(`delete from notes where id % 7 < ${-count}`)
    this.writer.exec('commit')
  }

  /** Resolves with a time whose state is complete in the replica. What is written next has a later one. */
  async complete(): Promise<number> {
    const atMs = Date.now()
    await expect.poll(() => this.#completeAtMs, { interval: 1 }).toBeGreaterThan(atMs)
    const completeMs = Date.now()
    await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(completeMs)
    return completeMs
  }

  stop(): Promise<void> {
    this.#stop.abort()
    return this.#running
  }

  /** Stops as a server does, which notes where its history ended. */
  async close(): Promise<void> {
    await this.stop()
    this.writer.close()
    const end = this.#end && { ...this.#end, file: fileState(this.path) }
    writeNote(this.path, { ...readNote(this.path)!, ...(end && { end }) })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    if (this.writer.isOpen) this.writer.close()
  }
}

const rowsOf = (path: string): unknown[] => {
  const database = new DatabaseSync(path)
  try {
    return database.prepare('select * from notes order by id').all()
  } finally {
    database.close()
  }
}

async function restored(store: ReplicaStore, folder: string, atMs?: number): Promise<unknown[]> {
  const path = join(folder, 'restored.sqlite')
  for (const ending of ['', '-wal', '-shm']) await rm(`${path}${ending}`, { force: true })
  await restoreDatabase(store, { path, atMs })
  return rowsOf(path)
}

/** Joins all segments to one object just before the last of them is read. */
class JoiningStore extends FolderStore {
  partCount = 0

  override async get(name: string): Promise<Buffer | undefined> {
    const parts = segmentsIn((await this.list('generations/')).map((object) => object.name))
    if (parts.length > 1 && name === parts.at(-1)!.name) await this.#join(parts)
    return super.get(name)
  }

  async #join(parts: readonly NamedSegment[]): Promise<void> {
    this.partCount = parts.length
    const segments = await Promise.all(
      parts.map(async ({ name }) => decodeSegment(name, (await super.get(name))!)),
    )
    const [first, last] = [segments[0]!.header, segments.at(-1)!.header]
    const marks = segments.flatMap(({ header }) => header.marks)
    const header = { ...first, last: last.last, marks }
    const frames = Buffer.concat(segments.map((segment) => segment.frames))
    await this.put(segmentName(parts[0]!.generation, header), encodeSegment(header, frames))
    for (const { name } of parts) await this.delete(name)
  }
}

let s3: S3rver
let s3Port: number

beforeAll(async () => {
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: await newFolder(),
    configureBuckets: [{ name: 'replicas', configs: [] }],
  })
  s3Port = (await s3.run()).port
})

afterAll(() => s3.close())

const s3Store = (prefix: string) =>
  new S3Store({
    bucket: 'replicas',
    prefix,
    endpoint: `http://127.0.0.1:${s3Port}`,
    region: 'us-east-1',
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
  })

describe.each<[string, (folder: string) => ReplicaStore]>([
  ['a folder', (folder) => new FolderStore(folder)],
  ['a bucket', (folder) => s3Store(`some where/${folder.length}-${Math.random()}/`)],
])('a replica in %s', (_, open) => {
  it('restores the last state and earlier ones, across restarts of the log', async () => {
    const [source, folder] = [await newFolder(), await newFolder()]
    const store = open(folder)
    await using database = new Replicated(source, store)
    const states: { atMs: number; rows: unknown[] }[] = []
    for (const count of [3, 40, 200, -2, 100, 1, 300, 90]) {
      database.write(count)
      states.push({ atMs: await database.complete(), rows: rowsOf(database.path) })
    }
    for (const { atMs, rows } of states) {
      expect(await restored(store, source, atMs)).toEqual(rows)
    }
    expect(await restored(store, source)).toEqual(states.at(-1)!.rows)
    expect(database.failures).toEqual([])
    const rounds = (await store.list('generations/')).map(
      ({ name }) => /wal\/(\d+)/.exec(name)?.[1] ?? '',
    )
    expect(new Set(rounds).size).toBeGreaterThan(2)
  })

  it('contains the files that the database refers to', async () => {
    const [source, folder] = [await newFolder(), await newFolder()]
    const store = open(folder)
    const files = { folder: await newFolder(), ending: '.parquet' }
    await writeFile(join(files.folder, 'one.parquet'), 'one'.repeat(1000))
    await using database = new Replicated(source, store, { files })
    await writeFile(join(files.folder, 'two.parquet'), 'two')
    await writeFile(join(files.folder, 'three.parquet.draft'), 'three')
    database.write(1)
    await database.complete()
    const path = join(source, 'restored.parquet')
    await restoreFile(store, { file: 'one.parquet', path })
    expect((await store.list('files/')).map(({ name }) => name.split('/')[1])).toEqual(
      expect.arrayContaining(['one.parquet', 'two.parquet']),
    )
    expect((await store.list('files/')).some(({ name }) => name.includes('three'))).toBe(false)
  })
})

describe('a history in the replica', () => {
  const snapshotsOf = async (store: ReplicaStore) =>
    (await store.list('generations/')).filter(({ name }) => name.endsWith('manifest.json')).length

  /** Copies the files of a database that somebody has open, as a crash would leave them. */
  const crashed = async (source: string): Promise<string> => {
    const folder = await newFolder()
    for (const ending of ['', '-wal', '-replica']) {
      await copyFile(join(source, `source.sqlite${ending}`), join(folder, `source.sqlite${ending}`))
    }
    return folder
  }

  it('continues after a stop, without a snapshot', async () => {
    const [source, folder] = [await newFolder(), await newFolder()]
    const store = new FolderStore(folder)
    for (const count of [3, 100, 20]) {
      await using database = new Replicated(source, store)
      database.write(count)
      await database.complete()
      expect(await restored(store, source)).toEqual(rowsOf(database.path))
      await database.close()
      expect(database.failures).toEqual([])
    }
    expect(await snapshotsOf(store)).toBe(1)
  })

  it('continues after a crash with what was committed but not replicated', async () => {
    const [source, folder] = [await newFolder(), await newFolder()]
    const store = new FolderStore(folder)
    await using database = new Replicated(source, store)
    database.write(5)
    await database.complete()
    await database.stop()
    database.write(7)
    await using next = new Replicated(await crashed(source), store)
    await next.complete()
    expect(await restored(store, source)).toEqual(rowsOf(database.path))
    expect([next.snapshots, await snapshotsOf(store)]).toEqual([0, 1])
    next.write(50)
    await next.complete()
    expect(await restored(store, source)).toEqual(rowsOf(next.path))
  })

  it('starts a new generation when others have written to the database file meanwhile', async () => {
    const [source, folder] = [await newFolder(), await newFolder()]
    const store = new FolderStore(folder)
    const database = new Replicated(source, store)
    database.write(5)
    await database.complete()
    await database.close()
    const other = new DatabaseSync(database.path)
    other.exec("insert into notes (text) values ('other')")
    other.close()
    await using next = new Replicated(source, store)
    await next.complete()
    expect(await restored(store, source)).toEqual(rowsOf(next.path))
    expect(await snapshotsOf(store)).toBe(2)
  })
})

it('an object that a folder cannot store leaves nothing behind', async () => {
  const folder = await newFolder()
  await mkdir(join(folder, 'object'))
  await expect(new FolderStore(folder).put('object', Buffer.from('text'))).rejects.toThrow('EISDIR')
  expect(await readdir(folder)).toEqual(['object'])
})

it('a second server on the same replica is refused, and takes it over later', async () => {
  const [one, two, folder] = [await newFolder(), await newFolder(), await newFolder()]
  const store = new FolderStore(folder)
  const first = new Replicated(one, store)
  await first.complete()
  // It watches the first one for so long that the first one renews its ownership.
  await using second = new Replicated(two, store, { limits: { ...quickLimits, beatMs: 500 } })
  second.write(9)
  await expect
    .poll(() => second.failures)
    .toContainEqual(expect.stringContaining('Another server replicates to the same address.'))
  first.write(4)
  await first.complete()
  expect(first.failures).toEqual([])
  expect(await restored(store, one)).toEqual(rowsOf(first.path))
  await first[Symbol.asyncDispose]()
  await second.complete()
  expect(await restored(store, one)).toEqual(rowsOf(second.path))
})

it('a replica is exact after any sequence of writes and foreign checkpoints', async () => {
  const step = fc.oneof(
    fc.integer({ min: 1, max: 150 }),
    fc.integer({ min: -6, max: -1 }),
    fc.constantFrom('checkpoint', 'pause', 'wait'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const [source, folder] = [await newFolder(), await newFolder()]
      const store = new FolderStore(folder)
      const database = new Replicated(source, store)
      const other = new DatabaseSync(database.path, { timeout: 0 })
      try {
        for (const one of steps) {
          if (typeof one === 'number') database.write(one)
          else if (one === 'checkpoint') other.exec('pragma wal_checkpoint(truncate)')
          else if (one === 'pause') await new Promise((resolve) => setTimeout(resolve, 5))
          else await database.complete()
        }
        await database.complete()
        expect(database.failures).toEqual([])
        expect(await restored(store, source)).toEqual(rowsOf(database.path))
      } finally {
        other.close()
        await database[Symbol.asyncDispose]()
      }
    }),
    { numRuns: 10 },
  )
})

it('a replica is restored while the parts of a large transaction are joined', async () => {
  const [source, folder] = [await newFolder(), await newFolder()]
  await using database = new Replicated(source, new FolderStore(folder), {
    limits: { ...quickLimits, framesMax: 1_000, idleFramesMax: 1_000 },
  })
  await database.complete()
  database.write(150)
  await database.complete()
  await database.stop()
  const joining = new JoiningStore(folder)
  expect(await restored(joining, source)).toEqual(rowsOf(database.path))
  expect(joining.partCount).toBeGreaterThan(2)
})

describe('a replica that is damaged', () => {
  const wal = async (folder: string): Promise<string[]> => {
    const names = await readdir(folder, { recursive: true })
    return names
      .filter((name) => /wal\/\d/.test(name))
      .sort()
      .map((name) => join(folder, name))
  }
  const damages: [string, (folder: string) => Promise<void>, RegExp][] = [
    [
      'a truncated segment',
      async (folder) => truncate((await wal(folder)).at(-1)!, 100),
      /^The object generations\S+ of the replica is truncated or damaged: restore to an earlier/,
    ],
    [
      'an altered segment',
      async (folder) => {
        const [first, second] = await wal(folder)
        await copyFile(first!, second!)
        await writeFile(second!, 'x', { flag: 'a' })
      },
      /is truncated or damaged/,
    ],
    [
      'a missing segment',
      async (folder) => rm((await wal(folder)).at(-2)!),
      /^The replica lacks a segment: restore to \d{4}-\S+Z or earlier with --at\.$/,
    ],
    [
      'a truncated snapshot',
      async (folder) => {
        const names = await readdir(folder, { recursive: true })
        await truncate(join(folder, names.find((name) => name.endsWith('.zst'))!), 10)
      },
      /is truncated or damaged/,
    ],
    [
      'no snapshot',
      async (folder) => rm(join(folder, 'generations'), { recursive: true }),
      /^The replica has no complete snapshot of a database\.$/,
    ],
  ]

  it.each(damages)('by %s is refused', async (_, damage, message) => {
    const [source, folder] = [await newFolder(), await newFolder()]
    await using database = new Replicated(source, new FolderStore(folder), {
      limits: { ...quickLimits, framesMax: 1_000, idleFramesMax: 1_000 },
    })
    await database.complete()
    for (let count = 0; count < 3; count++) {
      database.write(1)
      await database.complete()
    }
    await database.stop()
    await damage(folder)
    await expect(restored(new FolderStore(folder), source)).rejects.toThrow(message)
  })

  it('names the earliest time that can be restored', async () => {
    const [source, folder] = [await newFolder(), await newFolder()]
    await using database = new Replicated(source, new FolderStore(folder))
    await database.complete()
    await expect(restored(new FolderStore(folder), source, 1_000)).rejects.toThrow(
      /^The replica begins at \d{4}-\S+Z: choose a later time with --at\.$/,
    )
  })
})

describe('a replica that cannot be reached', () => {
  it('is completed when it can be reached again', async () => {
    const [source, folder] = [await newFolder(), await newFolder()]
    const moved = `${folder}.moved`
    await using database = new Replicated(source, new FolderStore(folder))
    await database.complete()
    await rename(folder, moved)
    database.write(50)
    await expect.poll(() => database.failures.length).toBeGreaterThan(2)
    database.write(50)
    expect(database.isLogHeld).toBe(true)
    await rename(moved, folder)
    await database.complete()
    expect(await restored(new FolderStore(folder), source)).toEqual(rowsOf(database.path))
    expect(await readdir(join(folder, 'generations'))).toHaveLength(1)
  })

  it('is not created anew in its folder, even if that disappears during a write', async () => {
    const folder = await newFolder()
    const moved = `${folder}.moved`
    const store = new FolderStore(folder)
    for (let times = 0; times < 100; times++) {
      const writing = store.put(`a/b${times}/c`, Buffer.from('x')).catch(() => {})
      for (let turns = 0; turns < times % 5; turns++) await turn()
      await rename(folder, moved)
      await writing
      await expect(readdir(folder)).rejects.toThrow(/ENOENT/)
      await rename(moved, folder)
    }
  })

  it('is abandoned when the log becomes too long, and starts over with a snapshot', async () => {
    const [source, folder] = [await newFolder(), await newFolder()]
    const moved = `${folder}.moved`
    await using database = new Replicated(source, new FolderStore(folder), {
      limits: { ...quickLimits, walBytesMax: 400_000 },
    })
    await database.complete()
    await rename(folder, moved)
    database.write(2_000)
    await expect.poll(() => database.isLogHeld).toBe(false)
    expect(database.writer.prepare('pragma wal_checkpoint(truncate)').get()).toMatchObject({
      busy: 0,
      log: 0,
    })
    database.write(5)
    await rename(moved, folder)
    await database.complete()
    expect(await restored(new FolderStore(folder), source)).toEqual(rowsOf(database.path))
    expect(await readdir(join(folder, 'generations'))).toHaveLength(2)
  })
})

it('a bucket refuses another access key with one sentence', async () => {
  const store = new S3Store({
    bucket: 'replicas',
    prefix: '',
    endpoint: `http://127.0.0.1:${s3Port}`,
    region: 'us-east-1',
    accessKey: 'another',
    secretKey: 'another',
  })
  await expect(store.put('one', Buffer.from('one'))).rejects.toThrow(
    /^The bucket replicas answered 403 to PUT: /,
  )
})
