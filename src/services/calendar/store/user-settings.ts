import { resourceEtag } from '#/contract/etag.ts'
import { type ChangeNumbers, nextNumbers, noNumbers } from '#/kernel/change-numbers.ts'
import { CommittedCache } from '#/storage/committed-cache.ts'
import type { Database, Reader, Transaction } from '#/storage/port.ts'
import { insertInto, owner, rowOf, sql, updateAll } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import type { Changes } from './changes.ts'
import { calendarSettings, calendarUsers } from './tables.ts'

/** A setting that its user has changed. */
export interface SettingRow {
  readonly id: string
  readonly value: string
  readonly etag: string
  readonly changeNumber: number
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
    const { last: changeNumber, runs } = numbers
    const setting = { id, value, changeNumber, etag: resourceEtag(changeNumber) }
    await tx.run(put, { userId, ...setting })
    await tx.run(advance, { userId, changeNumber, runs })
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
  readonly changeNumber: number | null
}

const addUser = command<{ userId: string }>(({ userId }) =>
  insertInto(calendarUsers, {
    user_id: userId,
    settings_change_number: sql`0`,
    list_change_number: sql`0`,
    list_runs: sql`''`,
    settings_runs: sql`''`,
  }),
)

const lock = query<{ userId: string }, { userId: string }>(
  ({ userId }, { forUpdate }) =>
    sql`select user_id as "userId" from ${calendarUsers} where user_id = ${owner(userId)} ${forUpdate}`,
)

const advance = command<{ userId: string; changeNumber: number; runs: string }>(
  ({ changeNumber, runs, userId }) => sql`
   update ${calendarUsers} set settings_change_number = ${changeNumber}, settings_runs = ${runs}
   where user_id = ${owner(userId)}`,
)

// One statement, so that the change number and the rows are consistent.
const find = query<{ userId: string }, FoundRow>(
  ({ userId }) => sql`
   select u.settings_change_number as last, u.settings_runs as runs, s.id, s.value, s.etag, s.change_number as "changeNumber"
   from ${calendarUsers} u left join ${calendarSettings} s on s.user_id = u.user_id
   where u.user_id = ${owner(userId)}`,
)

const put = command<{ userId: string } & SettingRow>((args) =>
  insertInto(
    calendarSettings,
    rowOf(calendarSettings, args),
    sql`on conflict (user_id, id) ${updateAll(calendarSettings)}`,
  ),
)
