import type { Reader, Transaction } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'

/** A setting that its user has changed; the others are at their defaults. */
export interface SettingRow {
  readonly id: string
  readonly value: string
  readonly etag: string
  readonly sequence: number
}

export const addCalendarUser = (tx: Transaction, userId: string) => tx.run(addUser, { userId })

/** The number of the last change of any of the user's settings. */
export async function settingsSequence(reader: Reader, userId: string): Promise<number> {
  return (await reader.first(sequence, { userId }))?.sequence ?? 0
}

/** The same, kept from changing until the transaction ends. */
export async function lockSettings(tx: Transaction, userId: string): Promise<number> {
  return (await tx.first(lock, { userId }))?.sequence ?? 0
}

export const findSetting = (reader: Reader, setting: { userId: string; id: string }) =>
  reader.first(find, setting)

export const listSettings = (reader: Reader, userId: string) => reader.all(list, { userId })

export async function putSetting(
  tx: Transaction,
  userId: string,
  setting: SettingRow,
): Promise<void> {
  await tx.run(put, { userId, ...setting })
  await tx.run(advance, { userId, sequence: setting.sequence })
}

const addUser = statement<{ userId: string }>(
  'insert into calendar_users (user_id, settings_sequence) values (:userId, 0)',
)

const sequence = statement<{ userId: string }, { sequence: number }>(
  'select settings_sequence as sequence from calendar_users where user_id = :userId',
)

const lock = statement<{ userId: string }, { sequence: number }>(
  ({ forUpdate }) =>
    `select settings_sequence as sequence from calendar_users where user_id = :userId ${forUpdate}`,
)

const advance = statement<{ userId: string; sequence: number }>(
  'update calendar_users set settings_sequence = :sequence where user_id = :userId',
)

const find = statement<{ userId: string; id: string }, SettingRow>(
  'select id, value, etag, sequence from calendar_settings where user_id = :userId and id = :id',
)

const list = statement<{ userId: string }, SettingRow>(
  'select id, value, etag, sequence from calendar_settings where user_id = :userId order by id',
)

const put = statement<{ userId: string } & SettingRow>(
  `insert into calendar_settings (user_id, id, value, etag, sequence)
   values (:userId, :id, :value, :etag, :sequence)
   on conflict (user_id, id) do update
     set value = excluded.value, etag = excluded.etag, sequence = excluded.sequence`,
)
