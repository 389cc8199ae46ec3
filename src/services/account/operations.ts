import { delete_ as deleteClient } from './clients/delete.ts'
import { insert as insertClient } from './clients/insert.ts'
import { list as listClients } from './clients/list.ts'
import { delete_ as deleteIdentity } from './identities/delete.ts'
import { list as listIdentities } from './identities/list.ts'
import { delete_ as deleteKey } from './keys/delete.ts'
import { insert as insertKey } from './keys/insert.ts'
import { list as listKeys } from './keys/list.ts'
import { begin as beginPasskey } from './passkeys/begin.ts'
import { delete_ as deletePasskey } from './passkeys/delete.ts'
import { insert as insertPasskey } from './passkeys/insert.ts'
import { patch as patchPasskey } from './passkeys/patch.ts'
import { change as changePassword } from './password/change.ts'
import { get as getProfile } from './profile/get.ts'
import { get as getQuota } from './quota/get.ts'
import { regenerate as regenerateRecoveryCodes } from './recoveryCodes/regenerate.ts'
import { list as listRequests } from './requests/list.ts'
import { list as listSecondFactors } from './secondFactors/list.ts'
import { endAll as endAllSessions } from './sessions/endAll.ts'
import { delete_ as deleteToken } from './tokens/delete.ts'
import { insert as insertToken } from './tokens/insert.ts'
import { list as listTokens } from './tokens/list.ts'
import { begin as beginTotp } from './totp/begin.ts'
import { confirm as confirmTotp } from './totp/confirm.ts'
import { delete_ as deleteTotp } from './totp/delete.ts'

/** Every operation of a user's own account. */
export const accountOperations = [
  deleteClient,
  insertClient,
  listClients,
  deleteIdentity,
  listIdentities,
  deleteKey,
  insertKey,
  listKeys,
  beginPasskey,
  deletePasskey,
  insertPasskey,
  patchPasskey,
  changePassword,
  getProfile,
  getQuota,
  regenerateRecoveryCodes,
  listRequests,
  listSecondFactors,
  endAllSessions,
  deleteToken,
  insertToken,
  listTokens,
  beginTotp,
  confirmTotp,
  deleteTotp,
]
