import type { Factors } from '#/auth/second-factor/second-factors.ts'
import { wireMoment } from '#/contract/moment.ts'
import { array, dateTime, integer, kind, object, type TypeOf } from '#/contract/schema.ts'
import { operation } from './operation.ts'
import { Passkey, wirePasskey } from './passkeys.ts'

const Totp = object('Totp', {
  created: dateTime({ about: 'When the authenticator app was set up.' }),
})

const SecondFactorList = object('SecondFactorList', {
  kind: kind('almanac#secondFactors'),
  passkeys: array(Passkey),
  totp: { ...Totp, about: 'The authenticator app; absent if none is set up.' },
  recoveryCodesLeft: integer({ about: 'Number of unused recovery codes.' }),
})

const listSecondFactors = operation(
  {
    id: 'account.secondFactors.list',
    http: 'GET /users/me/secondFactors',
    summary: 'Lists the second factors of the caller.',
    reply: SecondFactorList,
    isForConsole: true,
  },
  async ({ caller, secondFactors }) => wireFactors(await secondFactors.of(caller.userId)),
)

export const secondFactorOperations = [listSecondFactors]

const wireFactors = (factors: Factors): TypeOf<typeof SecondFactorList> => ({
  kind: 'almanac#secondFactors',
  passkeys: factors.passkeys.map(wirePasskey),
  ...(factors.totp && { totp: { created: wireMoment(factors.totp.createdAtMs) } }),
  recoveryCodesLeft: factors.recoveryCodesLeft,
})
