import { invalidField, notFound } from '#/kernel/errors.ts'
import type { Transaction } from '#/storage/port.ts'
import { type AdsRole, adsRoles } from './domain/role.ts'
import type { AdsDependencies } from './operation.ts'
import type { ReportRequest, ReportScope } from './schemas/report.ts'
import type { GrantRow } from './store/grants.ts'

/** Exactly one of the two is present: a whole agency, or one advertiser. */
interface GrantPlace {
  readonly agency?: string | undefined
  readonly advertiser?: string | undefined
}

type Context = Pick<AdsDependencies, 'database' | 'platform' | 'advertisers' | 'grants' | 'reports'>

/** Grants a user a role on an agency or an advertiser. */
export async function grantAds(
  context: Context,
  user: { readonly id: string },
  target: GrantPlace & { readonly role: string },
): Promise<GrantRow> {
  const role = adsRoles.find((candidate) => candidate === target.role)
  if (role === undefined) throw invalidField(`${target.role} is none of ${adsRoles.join(', ')}.`)
  const granted = { ...grant(user, await placeOf(context, target)), role }
  await context.database.transaction((tx) => context.grants.put(tx, granted))
  return granted
}

/** Revokes a grant, and deletes the user's reports about it. Returns false if there was no grant. */
export async function revokeAds(
  context: Context,
  user: { readonly id: string },
  target: GrantPlace,
): Promise<boolean> {
  const place = await placeOf(context, target)
  return context.database.transaction(async (tx) => {
    const wasGranted = await context.grants.remove(tx, grant(user, place))
    if (wasGranted) await removeReports(context, tx, { userId: user.id, place })
    return wasGranted
  })
}

/** If a user has more reports than this, all are deleted regardless of their scope. */
const readReportsMax = 10_000

/** The purge job deletes the files; without the row they cannot be read. */
async function removeReports(
  { reports }: Context,
  tx: Transaction,
  { userId, place }: { readonly userId: string; readonly place: Place },
): Promise<void> {
  const rows = await reports.of(tx, userId, readReportsMax)
  if (rows.length === readReportsMax) return reports.dismiss(tx, userId)
  for (const { id, request } of rows) {
    const { reportScope = {} } = JSON.parse(request) as ReportRequest
    if (reachesInto(place, reportScope)) await reports.remove(tx, id)
  }
}

const reachesInto = (place: Place, { agencyId, advertiserId }: ReportScope): boolean =>
  agencyId === undefined ||
  (agencyId === place.agencyId &&
    (advertiserId === undefined ||
      place.advertiserId === '' ||
      advertiserId === place.advertiserId))

type Place = Pick<GrantRow, 'agencyId' | 'advertiserId'>

const grant = ({ id: userId }: { readonly id: string }, place: Place): Omit<GrantRow, 'role'> => ({
  userId,
  ...place,
})

async function placeOf(context: Context, { agency, advertiser }: GrantPlace): Promise<Place> {
  const { database, platform, advertisers } = context
  if ((agency === undefined) === (advertiser === undefined)) {
    throw invalidField('Name an agency or an advertiser.')
  }
  if (agency !== undefined) {
    const [found] = await platform.agencies(database, [agency])
    if (found === undefined) throw notFound(`There is no agency ${agency}.`)
    return { agencyId: agency, advertiserId: '' }
  }
  const found = await advertisers.find(database, advertiser!)
  if (found === undefined) throw notFound(`There is no advertiser ${advertiser}.`)
  return { agencyId: found.agencyId, advertiserId: found.id }
}

/** The grants of a user, for display. */
export async function grantsOf(
  { database, grants }: Context,
  user: { readonly id: string },
): Promise<{ readonly place: string; readonly role: AdsRole }[]> {
  const rows = await grants.of(database, user.id)
  return rows.map(({ agencyId, advertiserId, role }) => ({
    place: advertiserId === '' ? `agency ${agencyId}` : `advertiser ${advertiserId}`,
    role,
  }))
}

/** A grant with the names that the administration uses. */
interface ShownGrant {
  readonly agencyId: string
  /** Absent if the grant is for the whole agency. */
  readonly advertiserId?: string
  readonly role: AdsRole
}

interface ShownPlace {
  readonly agencyId?: string | undefined
  readonly advertiserId?: string | undefined
}

export interface ShownGrants {
  of(user: { readonly id: string }): Promise<ShownGrant[]>
  put(
    user: { readonly id: string },
    grant: ShownPlace & { readonly role: string },
  ): Promise<ShownGrant>
  /** Returns whether there was such a grant. */
  remove(user: { readonly id: string }, place: ShownPlace): Promise<boolean>
}

/** The grants of users, for the administration. */
export function shownGrants(ads: Context): ShownGrants {
  const shownGrant = ({ agencyId, advertiserId, role }: GrantRow): ShownGrant =>
    advertiserId === '' ? { agencyId, role } : { agencyId, advertiserId, role }
  const grantTarget = ({ agencyId: agency, advertiserId: advertiser }: ShownPlace): GrantPlace => ({
    agency,
    advertiser,
  })
  return {
    of: async ({ id }) => (await ads.grants.of(ads.database, id)).map(shownGrant),
    put: async (user, grant) =>
      shownGrant(await grantAds(ads, user, { ...grantTarget(grant), role: grant.role })),
    remove: (user, place) => revokeAds(ads, user, grantTarget(place)),
  }
}
