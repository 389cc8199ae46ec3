import { forbidden, notFound } from '#/kernel/errors.ts'
import type { Reader } from '#/storage/port.ts'
import { type AdsRole, highest, isAtLeast } from './domain/role.ts'
import type { AdsGiven } from './operation.ts'
import type { AdvertiserRow } from './store/advertisers.ts'
import type { GrantRow } from './store/grants.ts'

type Given = Pick<AdsGiven, 'caller' | 'advertisers' | 'grants'>

/** The advertiser that a path names, of which the caller is at least what is asked. */
export async function requireAdvertiser(
  given: Given,
  reader: Reader,
  { agencyId, advertiserId }: { agencyId: string; advertiserId: string },
  least: AdsRole = 'reader',
): Promise<AdvertiserRow> {
  const advertiser = await given.advertisers.find(reader, advertiserId)
  if (advertiser === undefined || advertiser.agencyId !== agencyId) throw notFound()
  await requireRole(given, reader, advertiser, least)
  return advertiser
}

/** The same for an advertiser that is at hand. */
export async function requireRole(
  { caller, grants }: Given,
  reader: Reader,
  advertiser: AdvertiserRow,
  least: AdsRole,
): Promise<void> {
  const { id: advertiserId, agencyId } = advertiser
  const held = await grants.on(reader, { userId: caller.userId, agencyId, advertiserId })
  if (!isAtLeast(roleOn(held, advertiser), least)) {
    throw forbidden(`The user does not have permission to view advertiser ${advertiserId}.`)
  }
}

/** What the grants of a user amount to on an advertiser. */
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
