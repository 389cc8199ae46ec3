import { uploadAsOperator } from '#/services/ads/conversion/operator-upload.ts'
import { importRows } from '#/services/ads/platform/importing.ts'
import { kindNames } from '#/services/ads/platform/kinds.ts'
import { grantAds } from '#/services/ads/service.ts'
import { pluralOf, type Row } from '../format/ads.ts'
import type { SeedImport } from '../import.ts'
import { SeedError } from '../seed-error.ts'
import { userNamed } from './users.ts'

/** Adds agencies, advertisers and everything below them, grants and conversions. */
export async function importAds(context: SeedImport): Promise<void> {
  const { core, seed } = context
  const { ads } = seed
  if (ads === undefined) return
  const rowsByKind = ads as Readonly<Record<string, readonly Row[] | undefined>>
  for (const kind of kindNames) {
    const rows = rowsByKind[pluralOf(kind)]
    if (rows === undefined) continue
    const source = rows.map((values, index) => ({ values, line: index }))
    const { bad } = await importRows(core.ads, kind, source)
    if (bad[0] !== undefined) {
      throw new SeedError(`ads.${pluralOf(kind)}[${bad[0].line}]`, `${bad[0].why}.`)
    }
  }
  await importGrants(context)
  const { conversions = [] } = ads
  const bad = await uploadAsOperator(core.ads, conversions)
  if (bad !== undefined) throw new SeedError(`ads.conversions[${bad.index}]`, bad.why)
}

async function importGrants(context: SeedImport): Promise<void> {
  const { core, seed } = context
  for (const [index, grant] of (seed.ads?.grants ?? []).entries()) {
    const path = `ads.grants[${index}]`
    const { user: email = '', agencyId: agency, advertiserId: advertiser } = grant
    const user = await userNamed(context, email, `${path}.user`)
    try {
      await grantAds(core.ads, user, { agency, advertiser, role: grant.role ?? 'uploader' })
    } catch (error) {
      if (!(error instanceof Error)) throw error
      throw new SeedError(path, error.message, { cause: error })
    }
  }
}
