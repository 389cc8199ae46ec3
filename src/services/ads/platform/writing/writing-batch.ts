import type { Clock } from '#/kernel/clock.ts'
import type { Transaction } from '#/storage/port.ts'
import type { EntityKind } from '../../store/entities.ts'
import type { Platform } from '../../store/platform.ts'
import type { PlatformHistory } from '../../store/platform-history.ts'
import type { EntityRecord, KnownAdvertiserRecord } from '../../store/platform-records.ts'
import type { PlatformSettings } from '../../store/platform-settings.ts'
import type { KindName } from '../kinds.ts'
import { completeRecord, type PlatformRecord, RecordFault } from '../record.ts'

export interface WritingContext {
  readonly platform: Platform
  readonly platformSettings: PlatformSettings
  readonly platformHistory: PlatformHistory
  readonly clock: Clock
}

/** A record with its location in the source. */
export interface Located {
  readonly record: PlatformRecord
  readonly line: number
}

export interface BadRecord {
  readonly line: number
  readonly why: string
}

export type Values = PlatformRecord['values']

type Existing = Pick<PlatformRecord, 'values' | 'attributes'>

/** A stored row as the record that it was imported from. */
export const existingRecord = (
  values: Values,
  { attributes }: { readonly attributes: string },
) => ({
  values,
  attributes: JSON.parse(attributes) as Values,
})

/** Writes one batch of records. */
export class Writing {
  readonly context: WritingContext
  readonly tx: Transaction
  readonly bad: BadRecord[] = []
  readonly #kind: KindName
  #located: readonly Located[]

  constructor(
    context: WritingContext,
    tx: Transaction,
    { kind, located }: { readonly kind: KindName; readonly located: readonly Located[] },
  ) {
    this.context = context
    this.tx = tx
    this.#kind = kind
    this.#located = located
  }

  /** Merges the records into the stored values of the same entities. */
  complete(existingOf: (values: Values) => Existing | undefined): void {
    this.#located = this.#located.map(({ record, line }) => ({
      record: completeRecord(this.#kind, record, existingOf(record.values)),
      line,
    }))
  }

  values(): Values[] {
    return this.#located.map(({ record }) => record.values)
  }

  valuesOf(name: string): string[] {
    const found = this.#located.flatMap(({ record }) => record.values[name] ?? [])
    return [...new Set(found)]
  }

  /** The rows of the records. Of equal keys, the last one counts. */
  rows<Row>(rowOf: (record: PlatformRecord) => Row, keyOf: (row: Row) => string): Row[] {
    const rows = new Map<string, Row>()
    for (const { record, line } of this.#located) {
      try {
        const row = rowOf(record)
        rows.set(keyOf(row), row)
      } catch (fault) {
        if (!(fault instanceof RecordFault)) throw fault
        this.bad.push({ line, why: fault.message })
      }
    }
    return [...rows.values()]
  }

  async advertisers(): Promise<ReadonlyMap<string, KnownAdvertiserRecord>> {
    const ids = this.valuesOf('advertiserId')
    return byId(await this.context.platform.advertisers(this.tx, ids))
  }

  /** The entities of one kind that the records refer to, for all their advertisers. */
  async entities(
    kind: EntityKind,
    idOf: (values: Values) => string | undefined,
  ): Promise<EntitiesFound> {
    const ids = [...new Set(this.values().flatMap((values) => idOf(values) ?? []))]
    const found = new Map<string, EntityRecord>()
    for (const advertiserId of ids.length === 0 ? [] : this.valuesOf('advertiserId')) {
      const key = { advertiserId, kind, ids }
      for (const row of await this.context.platform.entities(this.tx, key)) {
        found.set(`${advertiserId} ${row.id}`, row)
      }
    }
    return found
  }

  /** Takes the next change numbers of changed advertisers. */
  async advance(advertiserIds: Iterable<string>): Promise<(advertiserId: string) => number> {
    const numbers = new Map<string, number>()
    for (const id of [...new Set(advertiserIds)].sort()) {
      numbers.set(id, await this.context.platform.advance(this.tx, id))
    }
    return (advertiserId) => numbers.get(advertiserId)!
  }
}

type EntitiesFound = ReadonlyMap<string, EntityRecord>

export const byId = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.id, row]))

export const requireIn = <T>(found: ReadonlyMap<string, T>, key: string, what: string): T => {
  const value = found.get(key)
  if (value === undefined) throw new RecordFault(`${what} is not known`)
  return value
}
