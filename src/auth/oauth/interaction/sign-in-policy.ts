import type { interactionPolicy } from 'oidc-provider'
import type { Directory } from '../../directory/directory.ts'
import { emailIn } from '../../directory/directory-email.ts'

export interface SecondFactorDuty {
  readonly directory: Pick<Directory, 'findById'>
  /** Who has to have a second factor. */
  readonly requireSecondFactor: 'none' | 'administrators' | 'all'
}

/** Whether the settings require a second factor of a user. */
export async function isSecondFactorRequired(
  { directory, requireSecondFactor }: SecondFactorDuty,
  accountId: string,
): Promise<boolean> {
  if (requireSecondFactor !== 'administrators') return requireSecondFactor === 'all'
  return (await directory.findById(accountId))?.adminRole !== null
}

/**
 * When somebody who is signed in has to sign in again: where a program names another user, whether or not there
 * is one, so that nobody can find out; and where a second factor is required that the sign-in did not have,
 * because the user has become an administrator since, or the settings were changed.
 */
export function signInPolicy(
  { base, Check }: typeof interactionPolicy,
  duty: SecondFactorDuty,
): interactionPolicy.DefaultPolicy {
  const { directory } = duty
  const policy = base()
  const { checks } = policy.get('login')!
  checks.add(
    new Check(
      'second_factor',
      'a second factor is required',
      'login_required',
      async ({ oidc }) => {
        const { accountId, amr = [] } = oidc.session ?? {}
        // Whoever has just signed in was asked for it.
        if (accountId === undefined || oidc.result?.login !== undefined) return false
        return !amr.includes('mfa') && isSecondFactorRequired(duty, accountId)
      },
    ),
  )
  checks.add(
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
