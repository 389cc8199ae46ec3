/** The roles on an advertiser: view, or also upload. */
export const adsRoles = ['reader', 'uploader'] as const
export type AdsRole = (typeof adsRoles)[number]

export const isAtLeast = (role: AdsRole | undefined, least: AdsRole): boolean =>
  role !== undefined && adsRoles.indexOf(role) >= adsRoles.indexOf(least)

/** The highest of the roles, if any. */
export const highest = (roles: readonly AdsRole[]): AdsRole | undefined =>
  adsRoles.findLast((role) => roles.includes(role))
