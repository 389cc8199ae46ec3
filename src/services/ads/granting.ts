import { type AdsRole, adsRoles } from './domain/role.ts'
import type { AdsParts } from './operation.ts'
import type { GrantRow } from './store/grants.ts'

/** Exactly one of the two is named: a whole agency, or one advertiser of one. */
export interface GrantPlace {
  readonly agency?: string | undefined
  readonly advertiser?: string | undefined
}

type Parts = Pick<AdsParts, 'database' | 'platform' | 'advertisers' | 'grants'>

/** Lets a user look at, or upload to, an agency or an advertiser. */
export async function grantAds(
  parts: Parts,
  user: { readonly id: string },
  wish: GrantPlace & { readonly role: string },
): Promise<void> {
  const role = adsRoles.find((candidate) => candidate === wish.role)
  if (role === undefined) throw new Error(`${wish.role} is none of ${adsRoles.join(', ')}.`)
  const place = await placeOf(parts, wish)
  await parts.database.transaction((tx) => parts.grants.put(tx, { ...grant(user, place), role }))
}

/** Takes back what was granted there; false where nothing was. */
export async function revokeAds(
  parts: Parts,
  user: { readonly id: string },
  wish: GrantPlace,
): Promise<boolean> {
  const place = await placeOf(parts, wish)
  return parts.database.transaction((tx) => parts.grants.remove(tx, grant(user, place)))
}

type Place = Pick<GrantRow, 'agencyId' | 'advertiserId'>

const grant = ({ id: userId }: { readonly id: string }, place: Place): Omit<GrantRow, 'role'> => ({
  userId,
  ...place,
})

async function placeOf(parts: Parts, { agency, advertiser }: GrantPlace): Promise<Place> {
  const { database, platform, advertisers } = parts
  if ((agency === undefined) === (advertiser === undefined)) {
    throw new Error('Name an agency or an advertiser.')
  }
  if (agency !== undefined) {
    const [found] = await platform.agencies(database, [agency])
    if (found === undefined) throw new Error(`There is no agency ${agency}.`)
    return { agencyId: agency, advertiserId: '' }
  }
  const found = await advertisers.find(database, advertiser!)
  if (found === undefined) throw new Error(`There is no advertiser ${advertiser}.`)
  return { agencyId: found.agencyId, advertiserId: found.id }
}

/** What a user has been granted, as people read it. */
export async function grantsOf(
  { database, grants }: Parts,
  user: { readonly id: string },
): Promise<{ readonly place: string; readonly role: AdsRole }[]> {
  const rows = await grants.of(database, user.id)
  return rows.map(({ agencyId, advertiserId, role }) => ({
    place: advertiserId === '' ? `agency ${agencyId}` : `advertiser ${advertiserId}`,
    role,
  }))
}
