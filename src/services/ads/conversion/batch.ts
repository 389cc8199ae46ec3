import { Stored } from '#/contract/answer.ts'
import { Misfit } from '#/contract/schema.ts'
import {
  forbidden,
  invalid,
  invalidField,
  requiredField,
  severalRefusals,
} from '#/kernel/errors.ts'
import type { Database, Transaction } from '#/storage/port.ts'
import { type Draft, draftOf } from '../domain/conversion/draft.ts'
import { malformedField, RowFault } from '../domain/conversion/row-fault.ts'
import type { AdsContext, ConversionLimits } from '../operation.ts'
import type { Conversion, ConversionList } from '../schemas/conversion.ts'

const futureMaxMs = 86_400_000

type Bounds = Parameters<typeof draftOf>[1]

/** A row of a request while it is processed: rejected, or with the results so far. */
export class Entry {
  readonly index: number
  readonly conversionId: string | undefined
  readonly draft: Draft | undefined
  readonly #ownFault: RowFault | undefined
  fault: RowFault | undefined
  /** The JSON text of the resource in the response. */
  answer: string | undefined

  constructor(
    index: number,
    row: Conversion | Misfit,
    { isRepeated, bounds }: { readonly isRepeated: boolean; readonly bounds: Bounds },
  ) {
    this.index = index
    this.conversionId = row instanceof Misfit ? conversionIdOfBad(row) : row.conversionId
    this.draft = this.attempt(() => {
      if (isRepeated) throw twiceInRequest(this.conversionId!)
      if (row instanceof Misfit) throw faultOf(row)
      return draftOf(row, bounds)
    })
    this.#ownFault = this.fault
  }

  /** Discards the results of an earlier attempt of the transaction. */
  restart(): void {
    this.fault = this.#ownFault
    this.answer = undefined
  }

  /** Returns the value, or undefined if the row is rejected. */
  attempt<T>(decide: () => T): T | undefined {
    if (this.fault !== undefined) return undefined
    try {
      return decide()
    } catch (fault) {
      if (!(fault instanceof RowFault)) throw fault
      this.fault = fault
      return undefined
    }
  }
}

/** The rows of a request, each validated separately. Of rows with equal ids, the first one counts. */
export function entriesOf(
  { clock, conversionLimits }: Pick<AdsContext, 'clock' | 'conversionLimits'>,
  { conversion: rows = [] }: ConversionList,
): Entry[] {
  if (rows.length === 0) throw requiredField('At least one conversion is required.')
  const { rowsMax, earliestMs, isImport } = conversionLimits
  if (rows.length > rowsMax) {
    throw invalidField(`A request has at most ${rowsMax} conversions, not ${rows.length}.`)
  }
  const bounds = { earliestMs, latestMs: isImport ? Infinity : clock.nowMs() + futureMaxMs }
  const seen = new Set<string>()
  return rows.map((row, index) => {
    const id = row instanceof Misfit ? undefined : row.conversionId
    const isRepeated = id !== undefined && seen.has(id)
    if (id !== undefined) seen.add(id)
    return new Entry(index, row, { isRepeated, bounds })
  })
}

/** The fault of a row that is not an object. */
function faultOf({ place, why, value }: Misfit): RowFault {
  if (place !== '') return malformedField(place, why.replace(/\.$/, ''))
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return new RowFault('malformed', `A conversion has to be an object, not ${nouns[type] ?? type}`)
}

const nouns: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'a boolean',
  number: 'a number',
  string: 'a string',
}

const conversionIdLengthShown = 200

/** How a bad row identifies itself, so that the sender can find it. */
function conversionIdOfBad({ value }: Misfit): string | undefined {
  if (typeof value !== 'object' || value === null || !('conversionId' in value)) return undefined
  const { conversionId } = value
  const isNamed = typeof conversionId === 'string' || typeof conversionId === 'number'
  return isNamed ? String(conversionId).slice(0, conversionIdLengthShown) : undefined
}

const twiceInRequest = (conversionId: string) =>
  new RowFault(
    'twiceInRequest',
    `Advertiser conversion ID is already specified within this request: '${conversionId}'`,
  )

/** The rows that are valid so far. */
export function draftsOf(entries: readonly Entry[]): Draft[] {
  const drafts: Draft[] = []
  for (const { draft, fault } of entries) {
    if (fault === undefined && draft !== undefined) drafts.push(draft)
  }
  return drafts
}

/** Rolls back a transaction. */
class WholeBatchRefused extends Error {}

/** Rolls back the valid rows if one invalid row rejects the whole request. */
export function requireWhole({ isWhole }: ConversionLimits, entries: readonly Entry[]): void {
  if (isWhole && entries.some(({ fault }) => fault !== undefined)) throw new WholeBatchRefused()
}

/** Writes the valid rows of a batch in one transaction, which can be attempted several times. */
export async function writeBatch(
  database: Database,
  entries: readonly Entry[],
  write: (tx: Transaction) => Promise<void>,
): Promise<Stored<ConversionList>> {
  try {
    await database.transaction((tx) => {
      for (const entry of entries) entry.restart()
      return write(tx)
    })
  } catch (error) {
    if (!(error instanceof WholeBatchRefused)) throw error
  }
  return answerTo(entries)
}

/** All rows in order, or an error for each invalid one. */
function answerTo(entries: readonly Entry[]): Stored<ConversionList> {
  const bad = entries.filter(({ fault }) => fault !== undefined)
  if (bad.length > 0) {
    const isClosed = bad.every(({ fault }) => fault!.kind === 'notPermitted')
    const refusalOf = isClosed && bad.length === entries.length ? closedAdvertiser : atRow
    throw severalRefusals(...bad.map(refusalOf))
  }
  return new Stored(listText(entries.map(({ answer }) => answer!)))
}

/** A list of resources, given as JSON texts. */
export const listText = (texts: readonly string[]): string =>
  `{"kind":"doubleclicksearch#conversionList","conversion":[${texts.join(',')}]}`

const atRow = (entry: Entry) => invalid(`conversion[${entry.index}]`, sentenceOf(entry))

const closedAdvertiser = (entry: Entry) => forbidden(sentenceOf(entry))

const sentenceOf = (entry: Entry) => entry.fault!.sentence(entry)
