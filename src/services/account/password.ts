import { object, string } from '#/contract/schema.ts'
import { forbidden, limitExceeded, notFound, requiredField } from '#/kernel/errors.ts'
import { operation } from './operation.ts'

const passwordCharsMax = 2048

const PasswordChange = object('PasswordChange', {
  currentPassword: string({ about: 'The password so far.', lengthMax: passwordCharsMax }),
  newPassword: string({ about: 'The password from now on.', lengthMax: passwordCharsMax }),
})

/** Wrong passwords of a caller with a token are counted apart from those of strangers. */
const deviceId = 'password-change'

const changePassword = operation(
  {
    id: 'account.password.change',
    http: 'POST /users/me/password/change',
    summary:
      'Changes the password of the caller and signs the caller out everywhere. Personal tokens stay valid.',
    body: PasswordChange,
    recentSignIn: 'ifSignedIn',
    audit: { object: 'password' },
  },
  async ({ body, caller, signIn, directory }) => {
    const { currentPassword, newPassword } = body
    if (currentPassword === undefined) throw requiredField('Missing currentPassword.')
    if (newPassword === undefined) throw requiredField('Missing newPassword.')
    const { email } = caller
    const attempt = { email, password: currentPassword, address: '', deviceId }
    const outcome = await signIn.signIn(attempt)
    if (outcome.kind === 'blocked') {
      throw limitExceeded(`Too many attempts. Try again in ${outcome.retryAfterS} seconds.`, 429)
    }
    if (outcome.kind === 'wrong') throw forbidden('The current password is wrong.')
    if ((await directory.setPassword(outcome.user, newPassword)) === undefined) throw notFound()
  },
)

export const passwordOperations = [changePassword]
