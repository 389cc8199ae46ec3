import type { interactionPolicy } from 'oidc-provider'
import type { Directory, UserRecord } from '../directory.ts'
import { emailIn } from '../directory-email.ts'

/** When somebody has to sign in: also where a program names another user than the one who is signed in. */
export function signInPolicy(
  { base, Check }: typeof interactionPolicy,
  directory: Directory,
): interactionPolicy.DefaultPolicy {
  const policy = base()
  policy.get('login')!.checks.add(
    new Check('login_hint', 'another user is asked for', 'login_required', async ({ oidc }) => {
      const { login_hint: hint } = oidc.params ?? {}
      // Whoever has just signed in meant to.
      if (typeof hint !== 'string' || oidc.result?.login !== undefined) return false
      const hinted = await userNamed(directory, hint)
      return hinted !== undefined && hinted.id !== oidc.session?.accountId
    }),
  )
  return policy
}

// Programs name users by their address, or by the id that tokens call them by.
async function userNamed(directory: Directory, name: string): Promise<UserRecord | undefined> {
  if (emailIn(name) !== undefined) return directory.find(name)
  return /^\w{1,64}$/.test(name) ? directory.findById(name) : undefined
}
