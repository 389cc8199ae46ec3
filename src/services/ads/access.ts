import { forbidden, notFound } from '#/kernel/errors.ts'
import type { Reader } from '#/storage/port.ts'
import { type AdsRole, highest, isAtLeast } from './domain/role.ts'
import type { AdsContext } from './operation.ts'
import type { AdvertiserRow } from './store/advertisers.ts'
import type { GrantRow } from './store/grants.ts'

type Context = Pick<AdsContext, 'caller' | 'advertisers' | 'grants'>

interface NamedAdvertiser {
  readonly agencyId: string
  readonly advertiserId: string
  readonly least: AdsRole
}

/**
 * The advertiser in the path, for which the caller needs at least the given role. Only callers with access to
 * the whole agency learn that an advertiser does not exist; others get the same error as without access.
 */
export async function requireAdvertiser(
  context: Context,
  reader: Reader,
  { agencyId, advertiserId, least }: NamedAdvertiser,
): Promise<AdvertiserRow> {
  const advertiser = await context.advertisers.find(reader, advertiserId)
  if (advertiser === undefined || advertiser.agencyId !== agencyId) {
    const ownGrants = await context.grants.of(reader, context.caller.userId)
    const seesAll = ownGrants.some(
      (grant) => grant.agencyId === agencyId && grant.advertiserId === '',
    )
    throw seesAll ? notFound() : forbidden(`${lackingRole(advertiserId, undefined)}.`)
  }
  await requireRole(context, reader, advertiser, least)
  return advertiser
}

/** The same for an advertiser row. */
export async function requireRole(
  { caller, grants }: Context,
  reader: Reader,
  advertiser: AdvertiserRow,
  least: AdsRole,
): Promise<void> {
  const { id: advertiserId, agencyId } = advertiser
  const ownGrants = await grants.on(reader, { userId: caller.userId, agencyId, advertiserId })
  const role = roleOn(ownGrants, advertiser)
  if (!isAtLeast(role, least)) throw forbidden(`${lackingRole(advertiserId, role)}.`)
}

/** The error for a caller without the role: to view an advertiser, or to upload to one they can view. */
export const lackingRole = (advertiserId: string, role: AdsRole | undefined): string =>
  role === undefined
    ? `The user does not have permission to view advertiser ${advertiserId}`
    : `The user does not have permission to upload conversions to advertiser ${advertiserId}`

/** The role that the grants of a user give on an advertiser. */
export const roleOn = (grants: readonly GrantRow[], advertiser: AdvertiserRow) =>
  highest(
    grants
      .filter(
        ({ agencyId, advertiserId }) =>
          agencyId === advertiser.agencyId &&
          (advertiserId === '' || advertiserId === advertiser.id),
      )
      .map(({ role }) => role),
  )
