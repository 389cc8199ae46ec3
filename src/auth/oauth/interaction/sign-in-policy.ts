import type { interactionPolicy } from 'oidc-provider'
import type { Directory } from '../../directory/directory.ts'
import { emailIn } from '../../directory/directory-email.ts'

export interface SecondFactorDuty {
  readonly directory: Pick<Directory, 'findById'>
  /** Who needs a second factor. */
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
 * When a signed-in user has to sign in again: if the client names another user, existing or not, so that this
 * is not revealed; and if a second factor is required that the sign-in lacks, because the role or the
 * settings have changed.
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
        // A new sign-in has included it.
        if (accountId === undefined || oidc.result?.login !== undefined) return false
        return !amr.includes('mfa') && isSecondFactorRequired(duty, accountId)
      },
    ),
  )
  checks.add(
    new Check('login_hint', 'another user is asked for', 'login_required', async ({ oidc }) => {
      const { login_hint: hint } = oidc.params ?? {}
      const accountId = oidc.session?.accountId
      // A new sign-in has chosen the user.
      if (typeof hint !== 'string' || oidc.result?.login !== undefined) return false
      return accountId !== undefined && !(await isNamed(directory, { accountId, hint }))
    }),
  )
  return policy
}

/** Whether a hint names the user, by address or subject id. */
async function isNamed(
  directory: Pick<Directory, 'findById'>,
  { accountId, hint }: { accountId: string; hint: string },
): Promise<boolean> {
  const email = emailIn(hint)
  if (email !== undefined) return (await directory.findById(accountId))?.email === email
  return hint === accountId || !/^\d{1,64}$/.test(hint)
}
