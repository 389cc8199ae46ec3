import type { User } from '#/contract/operation.ts'
import type { Reader } from '#/storage/port.ts'
import type { AdsDependencies } from '../operation.ts'
import type { Conversion } from '../schemas/conversion.ts'
import { type GrantRow, Grants } from '../store/grants.ts'
import { entriesOf } from './batch.ts'
import { insertRows } from './insertion.ts'

interface BadConversion {
  readonly index: number
  readonly why: string
}

const rowsPerTransaction = 500

/**
 * Adds conversions for the operator of the server, who may upload to every advertiser, at any time after the
 * click. Otherwise, the rows are checked as in an upload. Stops at the first batch with a bad row, and returns that row.
 */
export async function uploadAsOperator(
  dependencies: AdsDependencies,
  conversions: readonly Conversion[],
): Promise<BadConversion | undefined> {
  const grants = new OperatorGrants(dependencies)
  const conversionLimits = { ...dependencies.conversionLimits, isWhole: false, isImport: true }
  const context = { ...dependencies, grants, caller: operator, conversionLimits }
  for (let start = 0; start < conversions.length; start += rowsPerTransaction) {
    const conversion = conversions.slice(start, start + rowsPerTransaction)
    const entries = entriesOf(context, { conversion })
    await dependencies.database.transaction((tx) => {
      for (const entry of entries) entry.restart()
      return insertRows(context, tx, entries)
    })
    const bad = entries.find(({ fault }) => fault !== undefined)
    if (bad !== undefined) return { index: start + bad.index, why: bad.fault!.sentence(bad) }
  }
  return undefined
}

const operator: User = { kind: 'user', userId: '', email: '', scopes: new Set(), clientId: '' }

class OperatorGrants extends Grants {
  readonly #context: Pick<AdsDependencies, 'advertisers'>

  constructor(dependencies: Pick<AdsDependencies, 'advertisers'>) {
    super()
    this.#context = dependencies
  }

  override async of(reader: Reader, userId: string): Promise<GrantRow[]> {
    const agencyIds = await this.#context.advertisers.agencyIds(reader)
    return agencyIds.map((agencyId) => ({ userId, agencyId, advertiserId: '', role: 'uploader' }))
  }
}
