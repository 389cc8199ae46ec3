import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Outcome, Page } from '../ui/index.ts'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys } from './passkeys.tsx'
import { NewRecoveryCodes, RecoveryCodes } from './recovery-codes.tsx'
import { type Changed, secondFactors } from './second-factors.ts'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'
import './security.css'

/** What a person signs in with besides the password. */
export function SecurityPage() {
  const factors = useQuery(secondFactors)
  const [codes, setCodes] = useState<readonly string[]>()
  const onChanged = ({ recoveryCodes }: Changed) => setCodes(recoveryCodes)
  return (
    <Page title="Security">
      <p className="muted">
        With a second factor, nobody can sign in as you who only knows your password.
      </p>
      <Outcome of={factors}>
        {({ passkeys, totp, recoveryCodesLeft }) => (
          <>
            <Passkeys passkeys={passkeys} onChanged={onChanged} />
            <AuthenticatorApp created={totp?.created} onChanged={onChanged} />
            {(passkeys.length > 0 || totp !== undefined) && (
              <RecoveryCodes left={recoveryCodesLeft} onChanged={onChanged} />
            )}
          </>
        )}
      </Outcome>
      <SignOutEverywhere />
      {codes !== undefined && (
        <NewRecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />
      )}
    </Page>
  )
}
