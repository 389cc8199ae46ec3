import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/index.ts'
import { t } from '../texts/account.ts'

export interface Passkey {
  readonly id: string
  readonly name: string
  readonly created: string
  readonly lastUsed?: string
}

export interface SecondFactors {
  readonly passkeys: readonly Passkey[]
  /** The authenticator app, if there is one. */
  readonly totp?: { readonly created: string }
  readonly recoveryCodesLeft: number
}

export interface TotpSetup {
  readonly secret: string
  readonly qrCode: string
  readonly enrollment: string
}

/** The result of a change, with recovery codes if new ones were issued. */
export interface Changed {
  readonly recoveryCodes?: readonly string[]
}

const account = '/almanac/v1/users/me'
const at = ({ id }: Passkey) => `${account}/passkeys/${encodeURIComponent(id)}`

export const secondFactors = queryOptions({
  queryKey: ['account', 'second-factors'],
  queryFn: ({ signal }) => api.get<SecondFactors>(`${account}/secondFactors`, { signal }),
})

export const factorChanges = {
  beginTotp: () => api.post<TotpSetup>(`${account}/totp/begin`),
  confirmTotp: (body: { readonly enrollment: string; readonly code: string }) =>
    api.post<Changed>(`${account}/totp/confirm`, { body }),
  removeTotp: () => api.del(`${account}/totp`),
  renamePasskey: (passkey: Passkey, name: string) =>
    api.patch<Passkey>(at(passkey), { body: { name } }),
  removePasskey: (passkey: Passkey) => api.del(at(passkey)),
  regenerateCodes: () => api.post<Changed>(`${account}/recoveryCodes/regenerate`),
}

/** Creates a passkey in the browser and registers it; fails if the user cancels. */
export async function addPasskey(name: string): Promise<Changed> {
  const { options } = await api.post<{ options: PublicKeyCredentialCreationOptionsJSON }>(
    `${account}/passkeys/begin`,
  )
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await navigator.credentials.create({ publicKey }).catch((error: Error) => {
    throw new Error(refusals[error.name] ?? t.passkeyProblems.failed)
  })
  const body = { name, credential: (credential as PublicKeyCredential).toJSON() }
  return api.post<Changed>(`${account}/passkeys`, { body })
}

const refusals: Readonly<Record<string, string>> = {
  InvalidStateError: t.passkeyProblems.exists,
  NotSupportedError: t.passkeyProblems.unsupported,
}

/** Whether the browser can create passkeys on this page. */
export const canCreatePasskeys = (): boolean =>
  'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential
