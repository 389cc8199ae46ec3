import { resourceEtag } from '#/contract/etag.ts'
import { type ChangeNumbers, nextNumbers, noNumbers } from '#/kernel/change-numbers.ts'
import { CommittedCache } from '#/storage/committed-cache.ts'
import type { Database, Reader, Transaction } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import type { Changes } from './changes.ts'

/** A setting that its user has changed. */
export interface SettingRow {
  readonly id: string
  readonly value: string
  readonly etag: string
  readonly sequence: number
}

/** All settings that a user has changed. */
interface ChangedSettings {
  /** The change numbers of the user's settings. */
  readonly numbers: ChangeNumbers
  readonly byId: ReadonlyMap<string, SettingRow>
}

const cachedCharactersMax = 4 * 1024 * 1024
const charactersPerSetting = 100

/** The settings of users, with a cache. */
export class UserSettings {
  readonly #database: Database
  readonly #cache: CommittedCache<ChangedSettings>
  readonly #changes: Changes

  constructor(database: Database, changes: Changes) {
    this.#database = database
    this.#changes = changes
    this.#cache = new CommittedCache(database, {
      charactersMax: cachedCharactersMax,
      charactersOf: ({ byId }) => charactersPerSetting * (1 + byId.size),
    })
  }

  /** Returns no promise if the settings are cached. */
  of(userId: string): ChangedSettings | Promise<ChangedSettings> {
    const cached = this.#cache.peek(userId)
    if (cached !== undefined) return cached
    return this.#cache.load(userId, () => changedSettings(this.#database, userId))
  }

  /** The same, locked until the transaction ends. */
  async lock(tx: Transaction, userId: string): Promise<ChangedSettings> {
    await tx.first(lock, { userId })
    return changedSettings(tx, userId)
  }

  /** Changes a setting of a user whose settings are locked and unchanged since. */
  async put(
    tx: Transaction,
    { userId, settings }: { readonly userId: string; readonly settings: ChangedSettings },
    { id, value }: Pick<SettingRow, 'id' | 'value'>,
  ): Promise<SettingRow> {
    const numbers = nextNumbers(settings.numbers, this.#database.incarnation)
    const { last: sequence, runs } = numbers
    const setting = { id, value, sequence, etag: resourceEtag(sequence) }
    await tx.run(put, { userId, ...setting })
    await tx.run(advance, { userId, sequence, runs })
    this.#cache.forget(tx, userId)
    this.#changes.note(tx, 'settings', userId)
    return setting
  }

  async welcome(tx: Transaction, userId: string): Promise<void> {
    await tx.run(addUser, { userId })
  }

  /** Call this in the transaction that removes the user and the user's rows. */
  dismiss(tx: Transaction, userId: string): void {
    this.#cache.forget(tx, userId)
  }
}

async function changedSettings(reader: Reader, userId: string): Promise<ChangedSettings> {
  const rows = await reader.all(find, { userId })
  const settings = rows.filter((row): row is FoundRow & SettingRow => row.id !== null)
  return {
    numbers: rows[0] === undefined ? noNumbers : { last: rows[0].last, runs: rows[0].runs },
    byId: new Map(settings.map((setting) => [setting.id, setting])),
  }
}

interface FoundRow {
  readonly last: number
  readonly runs: string
  readonly id: string | null
  readonly value: string | null
  readonly etag: string | null
  readonly sequence: number | null
}

const addUser = statement<{ userId: string }>(
  'insert into calendar_users (user_id, settings_sequence) values (:userId, 0)',
)

const lock = statement<{ userId: string }, { userId: string }>(
  ({ forUpdate }) =>
    `select user_id as "userId" from calendar_users where user_id = :userId ${forUpdate}`,
)

const advance = statement<{ userId: string; sequence: number; runs: string }>(
  `update calendar_users set settings_sequence = :sequence, settings_runs = :runs
   where user_id = :userId`,
)

// One statement, so that the change number and the rows are consistent.
const find = statement<{ userId: string }, FoundRow>(
  `select u.settings_sequence as last, u.settings_runs as runs, s.id, s.value, s.etag, s.sequence
   from calendar_users u left join calendar_settings s on s.user_id = u.user_id
   where u.user_id = :userId`,
)

const put = statement<{ userId: string } & SettingRow>(
  `insert into calendar_settings (user_id, id, value, etag, sequence)
   values (:userId, :id, :value, :etag, :sequence)
   on conflict (user_id, id) do update
     set value = excluded.value, etag = excluded.etag, sequence = excluded.sequence`,
)
