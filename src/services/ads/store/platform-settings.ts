import type { Reader, Transaction } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import type { ActivityRecord, SavedColumnRecord, VariableRecord } from './platform-records.ts'

/** What an advertiser has set up: activities, variables and saved columns. They are few. */
export class PlatformSettings {
  activities(reader: Reader, advertiserId: string): Promise<ActivityRecord[]> {
    return reader.all(listActivities, { advertiserId })
  }

  variables(reader: Reader, advertiserId: string): Promise<VariableRecord[]> {
    return reader.all(listVariables, { advertiserId })
  }

  /** The saved columns of an advertiser, in the order of their names. */
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

const listActivities = statement<{ advertiserId: string }, ActivityRecord>(
  `select advertiser_id as "advertiserId", id, name, group_id as "groupId",
      group_name as "groupName", type, weight_micros as "weightMicros", status,
      created_at as "createdAt", modified_at as "modifiedAt", attributes
    from ads_activities where advertiser_id = :advertiserId order by id`,
)

const listVariables = statement<{ advertiserId: string }, VariableRecord>(
  `select advertiser_id as "advertiserId", kind, name from ads_custom_variables
    where advertiser_id = :advertiserId order by kind, name`,
)

const listSavedColumns = statement<{ advertiserId: string }, SavedColumnRecord>(
  `select advertiser_id as "advertiserId", name, type, formula from ads_saved_columns
    where advertiser_id = :advertiserId order by name`,
)

const putActivity = statement<ActivityRecord>(
  `insert into ads_activities (advertiser_id, id, name, group_id, group_name, type, weight_micros,
      status, created_at, modified_at, attributes, complete_through)
    values (:advertiserId, :id, :name, :groupId, :groupName, :type, :weightMicros, :status,
      :createdAt, :modifiedAt, :attributes, null)
    on conflict (advertiser_id, id) do update set name = excluded.name,
      group_id = excluded.group_id, group_name = excluded.group_name, type = excluded.type,
      weight_micros = excluded.weight_micros, status = excluded.status,
      created_at = excluded.created_at, modified_at = excluded.modified_at,
      attributes = excluded.attributes`,
)

const putVariable = statement<VariableRecord>(
  `insert into ads_custom_variables (advertiser_id, kind, name)
    values (:advertiserId, :kind, :name) on conflict (advertiser_id, kind, name) do nothing`,
)

const putSavedColumn = statement<SavedColumnRecord>(
  `insert into ads_saved_columns (advertiser_id, name, type, formula)
    values (:advertiserId, :name, :type, :formula)
    on conflict (advertiser_id, name) do update set type = excluded.type,
      formula = excluded.formula`,
)
