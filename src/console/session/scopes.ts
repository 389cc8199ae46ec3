/** The scope of the administration, which only administrators get. */
export const adminScope = 'urn:almanac:admin'

/** The scope of the account of the user: tokens, clients, keys and quota. */
const accountScope = 'urn:almanac:account'

const google = (name: string) => `https://www.googleapis.com/auth/${name}`

/** The scopes of all areas. Signing in implies consent. */
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
