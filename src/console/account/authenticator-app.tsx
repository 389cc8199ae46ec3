import { useState } from 'react'
import { formatMoment } from '../locale/index.ts'
import { t } from '../texts/account.ts'
import { Button, ConfirmDialog, FormDialog, TextField } from '../ui/index.ts'
import { type Changed, factorChanges, type TotpSetup } from './second-factors.ts'
import { useFactorChange } from './use-factor-change.ts'

interface AuthenticatorAppProps {
  /** When the app was set up; undefined if there is none. */
  readonly created: string | undefined
  readonly onChanged: (changed: Changed) => void
}

export function AuthenticatorApp({ created, onChanged }: AuthenticatorAppProps) {
  const [setup, setSetup] = useState<TotpSetup>()
  const [isRemoving, setRemoving] = useState(false)
  const begin = useFactorChange({
    run: factorChanges.beginTotp,
    onDone: setSetup,
    isBare: true,
  })
  const remove = useFactorChange({
    run: factorChanges.removeTotp,
    onDone: () => setRemoving(false),
    isBare: true,
  })
  return (
    <section className="card settings-part" aria-labelledby="authenticator-app">
      <h2 id="authenticator-app">{t.authenticatorApp}</h2>
      <p>{created === undefined ? t.authenticatorIntro : t.setUpOn(formatMoment(created))}</p>
      <div className="row">
        <Button isBusy={begin.isPending} onClick={() => begin.mutate(undefined)}>
          {created === undefined ? t.setUpApp : t.replaceApp}
        </Button>
        {created !== undefined && <Button onClick={() => setRemoving(true)}>{t.removeApp}</Button>}
      </div>
      {setup !== undefined && (
        <SetupDialog setup={setup} onChanged={onChanged} onClose={() => setSetup(undefined)} />
      )}
      <ConfirmDialog
        title={t.removeAppTitle}
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        action={t.remove}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(undefined)}
      >
        <p>{t.removeAppText}</p>
      </ConfirmDialog>
    </section>
  )
}

function SetupDialog({
  setup: { secret, qrCode, enrollment },
  onChanged,
  onClose,
}: {
  readonly setup: TotpSetup
  readonly onChanged: (changed: Changed) => void
  readonly onClose: () => void
}) {
  const [code, setCode] = useState('')
  const confirm = useFactorChange({
    run: factorChanges.confirmTotp,
    onDone: (changed) => {
      onClose()
      onChanged(changed)
    },
  })
  return (
    <FormDialog
      title={t.setUpTitle}
      action={t.confirm}
      isBusy={confirm.isPending}
      onSubmit={() => confirm.mutate({ enrollment, code })}
      onClose={onClose}
    >
      <p>{t.scanQrCode}</p>
      <img
        className="qr-code"
        src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
        alt={t.qrCode}
      />
      <p>
        <code className="secret">{secret}</code>
      </p>
      <TextField
        label={t.code}
        hint={t.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={20}
        value={code}
        onValue={setCode}
        problem={confirm.error?.message}
      />
    </FormDialog>
  )
}
