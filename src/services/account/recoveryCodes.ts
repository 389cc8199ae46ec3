import { array, kind, object, string } from '#/contract/schema.ts'
import { operation } from './operation.ts'

export const recoveryCodes = array(string(), {
  about: 'Single-use codes that replace the second factor; shown only once.',
})

export const RecoveryCodes = object('RecoveryCodes', {
  kind: kind('almanac#recoveryCodes'),
  recoveryCodes,
})

const regenerateRecoveryCodes = operation(
  {
    id: 'account.recoveryCodes.regenerate',
    http: 'POST /users/me/recoveryCodes/regenerate',
    summary: 'Replaces the recovery codes of the caller. The new ones are shown only once.',
    reply: RecoveryCodes,
    isForConsole: true,
    recentSignIn: 'required',
    audit: { object: 'recoveryCodes' },
  },
  async ({ caller, secondFactors }) => ({
    kind: 'almanac#recoveryCodes',
    recoveryCodes: await secondFactors.regenerateRecoveryCodes(caller.userId),
  }),
)

export const recoveryCodeOperations = [regenerateRecoveryCodes]

/** Recovery codes are part of a reply only where they are new. */
export const wireRecoveryCodes = (codes: readonly string[] | undefined) =>
  codes === undefined ? {} : { recoveryCodes: codes }
