import { FormulaFault } from '../../domain/formula/tokens.ts'
import { typeOfFormula } from '../../domain/formula/type-of.ts'
import type {
  ActivityRecord,
  SavedColumnRecord,
  VariableRecord,
} from '../../store/platform-records.ts'
import { millionths, RecordFault } from '../record.ts'
import { existingRecord, requireIn, type Writing } from './writing-batch.ts'
import { changedLife, differing, lifeOf } from './writing-life.ts'

interface OfAdvertiser {
  readonly advertiserId: string
}

/** The settings of all advertisers in a batch, by key. */
async function existingRows<Row extends OfAdvertiser>(
  ids: Iterable<string>,
  list: (advertiserId: string) => Promise<Row[]>,
  keyOf: (row: Row) => string,
): Promise<ReadonlyMap<string, Row>> {
  const found = new Map<string, Row>()
  for (const id of ids) for (const row of await list(id)) found.set(keyOf(row), row)
  return found
}

export async function writeActivities(writing: Writing): Promise<void> {
  const { tx, context } = writing
  const nowMs = context.clock.nowMs()
  const advertisers = await writing.advertisers()
  const keyOf = ({ advertiserId, id }: ActivityRecord) => `${advertiserId} ${id}`
  const list = (id: string) => context.platformSettings.activities(tx, id)
  const before = await existingRows(advertisers.keys(), list, keyOf)
  writing.complete(({ advertiserId, activityId }) => {
    const row = before.get(`${advertiserId} ${activityId}`)
    if (row === undefined) return undefined
    return existingRecord({ weight: String(row.weightMicros / 1_000_000), status: row.status }, row)
  })
  const rows = writing.rows<ActivityRecord>((record) => {
    const { advertiserId = '', activityId = '', groupId = '', groupName = '' } = record.values
    const { type = '', weight = '1' } = record.values
    requireIn(advertisers, advertiserId, `the advertiser ${advertiserId}`)
    const life = lifeOf(record, before.get(`${advertiserId} ${activityId}`), nowMs)
    const group = { groupId, groupName, type, weightMicros: millionths(weight) }
    return { advertiserId, id: activityId, ...group, ...life }
  }, keyOf)
  const news = changedLife(rows, (row) => before.get(keyOf(row)), nowMs)
  await context.platformSettings.putActivities(tx, news)
  await writing.advance(news.map(({ advertiserId }) => advertiserId))
}

export async function writeVariables(writing: Writing): Promise<void> {
  const { tx, context } = writing
  const advertisers = await writing.advertisers()
  const keyOf = ({ advertiserId, kind, name }: VariableRecord) => `${advertiserId} ${kind} ${name}`
  const list = (id: string) => context.platformSettings.variables(tx, id)
  const before = await existingRows(advertisers.keys(), list, keyOf)
  const rows = writing.rows<VariableRecord>(
    ({ values: { advertiserId = '', kind = '', name = '' } }) => {
      requireIn(advertisers, advertiserId, `the advertiser ${advertiserId}`)
      return { advertiserId, kind, name }
    },
    keyOf,
  )
  const news = differing(rows, (row) => before.get(keyOf(row)))
  await context.platformSettings.putVariables(tx, news)
  await writing.advance(news.map(({ advertiserId }) => advertiserId))
}

export async function writeSavedColumns(writing: Writing): Promise<void> {
  const { tx, context } = writing
  const advertisers = await writing.advertisers()
  const keyOf = ({ advertiserId, name }: SavedColumnRecord) => `${advertiserId} ${name}`
  const list = (id: string) => context.platformSettings.savedColumns(tx, id)
  const before = await existingRows(advertisers.keys(), list, keyOf)
  const formulas = new Map<string, Map<string, string>>()
  for (const id of advertisers.keys()) formulas.set(id, new Map())
  // Columns can refer to each other in any order.
  for (const { advertiserId = '', name = '', formula = '' } of [
    ...before.values(),
    ...writing.values(),
  ]) {
    formulas.get(advertiserId)?.set(name, formula)
  }
  const rows = writing.rows<SavedColumnRecord>(
    ({ values: { advertiserId = '', name = '', formula = '' } }) => {
      requireIn(advertisers, advertiserId, `the advertiser ${advertiserId}`)
      return { advertiserId, name, formula, type: typeIn(formula, formulas.get(advertiserId)!) }
    },
    keyOf,
  )
  const news = differing(rows, (row) => before.get(keyOf(row)))
  await context.platformSettings.putSavedColumns(tx, news)
  await writing.advance(news.map(({ advertiserId }) => advertiserId))
}

function typeIn(formula: string, saved: ReadonlyMap<string, string>): string {
  try {
    return typeOfFormula(formula, saved)
  } catch (fault) {
    if (!(fault instanceof FormulaFault)) throw fault
    throw new RecordFault(fault.message)
  }
}
