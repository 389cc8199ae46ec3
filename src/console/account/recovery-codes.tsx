import { useState } from 'react'
import { save } from '../api/index.ts'
import { t } from '../texts/account.ts'
import { Button, ConfirmDialog, SecretDialog } from '../ui/index.ts'
import { type Changed, factorChanges } from './second-factors.ts'
import { useFactorChange } from './use-factor-change.ts'

interface RecoveryCodesProps {
  readonly left: number
  readonly onChanged: (changed: Changed) => void
}

export function RecoveryCodes({ left, onChanged }: RecoveryCodesProps) {
  const [isAsking, setAsking] = useState(false)
  const regenerate = useFactorChange({
    run: factorChanges.regenerateCodes,
    onDone: (changed) => {
      setAsking(false)
      onChanged(changed)
    },
    isBare: true,
  })
  return (
    <section className="card settings-part" aria-labelledby="recovery-codes">
      <h2 id="recovery-codes">{t.recoveryCodes}</h2>
      <p>{t.recoveryCodesIntro(left)}</p>
      <Button onClick={() => setAsking(true)}>{t.createCodes}</Button>
      <ConfirmDialog
        title={t.createCodesTitle}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action={t.create}
        isBusy={regenerate.isPending}
        onConfirm={() => regenerate.mutate(undefined)}
      >
        <p>{t.createCodesText}</p>
      </ConfirmDialog>
    </section>
  )
}

/** Shows new recovery codes, once. */
export function NewRecoveryCodes({
  codes,
  onClose,
}: {
  readonly codes: readonly string[]
  readonly onClose: () => void
}) {
  const text = `${codes.join('\n')}\n`
  return (
    <SecretDialog
      title={t.saveCodesTitle}
      intro={t.saveCodesText}
      secret={text}
      onDownload={() => save(new Blob([text]), 'almanac-recovery-codes.txt')}
      onClose={onClose}
      display={
        <ul className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      }
    />
  )
}
