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
 * Adds conversions for the operator of the server, who may upload to every advertiser. The rows are
 * checked as in an upload. Stops at the first batch with a bad row, and returns that row.
 */
export async function uploadAsOperator(
  parts: AdsDependencies,
  conversions: readonly Conversion[],
): Promise<BadConversion | undefined> {
  const grants = new OperatorGrants(parts)
  const conversionLimits = { ...parts.conversionLimits, isWhole: false }
  const given = { ...parts, grants, caller: operator, conversionLimits }
  for (let start = 0; start < conversions.length; start += rowsPerTransaction) {
    const conversion = conversions.slice(start, start + rowsPerTransaction)
    const entries = entriesOf(given, { conversion })
    await parts.database.transaction((tx) => {
      for (const entry of entries) entry.restart()
      return insertRows(given, tx, entries)
    })
    const bad = entries.find(({ fault }) => fault !== undefined)
    if (bad !== undefined) return { index: start + bad.index, why: bad.fault!.sentence(bad) }
  }
  return undefined
}

const operator: User = { kind: 'user', userId: '', email: '', scopes: new Set(), clientId: '' }

class OperatorGrants extends Grants {
  readonly #parts: Pick<AdsDependencies, 'advertisers'>

  constructor(parts: Pick<AdsDependencies, 'advertisers'>) {
    super()
    this.#parts = parts
  }

  override async of(reader: Reader, userId: string): Promise<GrantRow[]> {
    const agencyIds = await this.#parts.advertisers.agencyIds(reader)
    return agencyIds.map((agencyId) => ({ userId, agencyId, advertiserId: '', role: 'uploader' }))
  }
}
