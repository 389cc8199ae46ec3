import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, ConfirmDialog, Outcome, Page } from '../ui/index.ts'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys } from './passkeys.tsx'
import { NewRecoveryCodes, RecoveryCodes } from './recovery-codes.tsx'
import { type Changed, secondFactors } from './second-factors.ts'
import './security.css'
import { api } from '../api/index.ts'
import { session } from '../session/session.ts'
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
      <SignOutEverywhere />
      {codes !== undefined && (
        <NewRecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />
      )}
    </Page>
  )
}

/** Revokes all sessions of the user, including this one. */
function SignOutEverywhere() {
  const [isAsking, setAsking] = useState(false)
  const end = useMutation({
    mutationFn: () => api.post('/almanac/v1/users/me/sessions/endAll'),
    onSuccess: () => session.signOut(),
  })
  return (
    <section className="security-part" aria-labelledby="sessions">
      <h2 id="sessions">{t.sessions}</h2>
      <p>{t.sessionsIntro}</p>
      <div className="security-actions">
        <Button onClick={() => setAsking(true)}>{t.signOutEverywhere}</Button>
      </div>
      <ConfirmDialog
        title={t.signOutEverywhereTitle}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action={t.signOutEverywhere}
        isBusy={end.isPending}
        onConfirm={() => end.mutate()}
      >
        <p>{t.signOutEverywhereText}</p>
      </ConfirmDialog>
    </section>
  )
}
