import { adminRoles } from '#/auth/admin-roles.ts'
import { about, array, boolean, kind, object, oneOf, string } from '#/contract/schema.ts'

export const Profile = object('Profile', {
  kind: kind('almanac#profile'),
  id: string({ about: 'Stays the same for ever.' }),
  email: string({ about: 'The address.' }),
  name: string({ about: 'What people call the user.' }),
  isAdmin: boolean({ about: 'The user may use the administration.' }),
  adminRole: about('Absent for an ordinary user.', oneOf(...adminRoles)),
  isDeveloper: boolean({ about: 'The user may make clients and keys.' }),
  scopes: array(string(), { about: 'What the token of this call allows.' }),
  clientId: string({ about: 'The client of the token.' }),
  mode: oneOf('dev', 'production'),
})
