import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Outcome, Page } from '../ui/index.ts'
import { AppPasswords } from './app-passwords.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys } from './passkeys.tsx'
import { NewRecoveryCodes, RecoveryCodes } from './recovery-codes.tsx'
import { type Changed, secondFactors } from './second-factors.ts'
import { Sessions } from './sessions.tsx'
import './security.css'
import { t } from '../texts/account.ts'

/** Shows the second factors of the user. */
export function SecurityPage() {
  const factors = useQuery(secondFactors)
  const [codes, setCodes] = useState<readonly string[]>()
  const onChanged = ({ recoveryCodes }: Changed) => setCodes(recoveryCodes)
  return (
    <Page title={t.security}>
      <p className="muted">{t.securityIntro}</p>
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
      <AppPasswords />
      <Sessions />
      {codes !== undefined && (
        <NewRecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />
      )}
    </Page>
  )
}
