import type { interactionPolicy } from 'oidc-provider'
import type { Directory } from '../directory.ts'
import { emailIn } from '../directory-email.ts'

/**
 * When somebody has to sign in: also where a program names another user than the one who is signed in. It
 * does not matter whether there is such a user, so that nobody can find out.
 */
export function signInPolicy(
  { base, Check }: typeof interactionPolicy,
  directory: Pick<Directory, 'findById'>,
): interactionPolicy.DefaultPolicy {
  const policy = base()
  policy.get('login')!.checks.add(
    new Check('login_hint', 'another user is asked for', 'login_required', async ({ oidc }) => {
      const { login_hint: hint } = oidc.params ?? {}
      const accountId = oidc.session?.accountId
      // Whoever has just signed in meant to.
      if (typeof hint !== 'string' || oidc.result?.login !== undefined) return false
      return accountId !== undefined && !(await isNamed(directory, { accountId, hint }))
    }),
  )
  return policy
}

/** Programs name users by their address, or by the id that tokens call them by; other hints name nobody. */
async function isNamed(
  directory: Pick<Directory, 'findById'>,
  { accountId, hint }: { accountId: string; hint: string },
): Promise<boolean> {
  const email = emailIn(hint)
  if (email !== undefined) return (await directory.findById(accountId))?.email === email
  return hint === accountId || !/^\d{1,64}$/.test(hint)
}
