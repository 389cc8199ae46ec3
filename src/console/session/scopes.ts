/** The scope of the administration; the server gives it to administrators only. */
export const adminScope = 'urn:almanac:admin'

/** The scope of what belongs to a person's own account: tokens, clients, keys and quota. */
const accountScope = 'urn:almanac:account'

const google = (name: string) => `https://www.googleapis.com/auth/${name}`

/** All that the areas need; people who sign in to the console agree to it by that. */
export const scopes = [
  'openid',
  'email',
  'profile',
  google('calendar'),
  google('books'),
  google('doubleclicksearch'),
  accountScope,
  adminScope,
]
