import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, rowOf, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import type { ActivityRecord, SavedColumnRecord, VariableRecord } from './platform-records.ts'
import { adsActivities, adsCustomVariables, adsSavedColumns } from './tables.ts'

/** The activities, variables and saved columns of advertisers, of which there are few. */
export class PlatformSettings {
  activities(reader: Reader, advertiserId: string): Promise<ActivityRecord[]> {
    return reader.all(listActivities, { advertiserId })
  }

  variables(reader: Reader, advertiserId: string): Promise<VariableRecord[]> {
    return reader.all(listVariables, { advertiserId })
  }

  /** The saved columns of an advertiser, ordered by name. */
  savedColumns(reader: Reader, advertiserId: string): Promise<SavedColumnRecord[]> {
    return reader.all(listSavedColumns, { advertiserId })
  }

  async putActivities(tx: Transaction, rows: readonly ActivityRecord[]): Promise<void> {
    await tx.runEach(putActivity, rows)
  }

  async putVariables(tx: Transaction, rows: readonly VariableRecord[]): Promise<void> {
    await tx.runEach(putVariable, rows)
  }

  async putSavedColumns(tx: Transaction, rows: readonly SavedColumnRecord[]): Promise<void> {
    await tx.runEach(putSavedColumn, rows)
  }
}

const listActivities = query<{ advertiserId: string }, ActivityRecord>(
  ({ advertiserId }) => sql`select advertiser_id as "advertiserId", id, name, group_id as "groupId",
      group_name as "groupName", type, weight_micros as "weightMicros", status,
      created_at as "createdAt", modified_at as "modifiedAt", attributes
    from ${adsActivities} where advertiser_id = ${advertiserId} order by id`,
)

const listVariables = query<{ advertiserId: string }, VariableRecord>(
  ({ advertiserId }) => sql`
   select advertiser_id as "advertiserId", kind, name from ${adsCustomVariables}
    where advertiser_id = ${advertiserId} order by kind, name`,
)

const listSavedColumns = query<{ advertiserId: string }, SavedColumnRecord>(
  ({ advertiserId }) => sql`
   select advertiser_id as "advertiserId", name, type, formula from ${adsSavedColumns}
    where advertiser_id = ${advertiserId} order by name`,
)

const putActivity = command<ActivityRecord>((args) =>
  insertInto(
    adsActivities,
    rowOf(adsActivities, args, { complete_through: sql`null` }),
    sql`on conflict (advertiser_id, id) do update set name = excluded.name,
      group_id = excluded.group_id, group_name = excluded.group_name, type = excluded.type,
      weight_micros = excluded.weight_micros, status = excluded.status,
      created_at = excluded.created_at, modified_at = excluded.modified_at,
      attributes = excluded.attributes`,
  ),
)

const putVariable = command<VariableRecord>(({ advertiserId, kind, name }) =>
  insertInto(
    adsCustomVariables,
    { advertiser_id: advertiserId, kind, name },
    sql`on conflict (advertiser_id, kind, name) do nothing`,
  ),
)

const putSavedColumn = command<SavedColumnRecord>(({ advertiserId, name, type, formula }) =>
  insertInto(
    adsSavedColumns,
    { advertiser_id: advertiserId, name, type, formula },
    sql`on conflict (advertiser_id, name) do update set type = excluded.type,
      formula = excluded.formula`,
  ),
)
