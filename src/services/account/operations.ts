import { appPasswordOperations } from './appPasswords.ts'
import { clientOperations } from './clients.ts'
import { identityOperations } from './identities.ts'
import { keyOperations } from './keys.ts'
import { passkeyOperations } from './passkeys.ts'
import { passwordOperations } from './password.ts'
import { profileOperations } from './profile.ts'
import { quotaOperations } from './quota.ts'
import { recoveryCodeOperations } from './recoveryCodes.ts'
import { requestOperations } from './requests.ts'
import { secondFactorOperations } from './secondFactors.ts'
import { sessionOperations } from './sessions.ts'
import { tokenOperations } from './tokens.ts'
import { totpOperations } from './totp.ts'

/** Every operation of a user's own account. */
export const accountOperations = [
  ...appPasswordOperations,
  ...clientOperations,
  ...identityOperations,
  ...keyOperations,
  ...passkeyOperations,
  ...passwordOperations,
  ...profileOperations,
  ...quotaOperations,
  ...recoveryCodeOperations,
  ...requestOperations,
  ...secondFactorOperations,
  ...sessionOperations,
  ...tokenOperations,
  ...totpOperations,
]
