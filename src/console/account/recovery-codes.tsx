import { useState } from 'react'
import { save } from '../api/index.ts'
import { formatNumber } from '../locale/index.ts'
import { Button, ConfirmDialog, CopyButton, Dialog } from '../ui/index.ts'
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
    <section className="security-part" aria-labelledby="recovery-codes">
      <h2 id="recovery-codes">Recovery codes</h2>
      <p>
        Each lets you sign in once if you lose your other factors. {formatNumber(left)} of them{' '}
        {left === 1 ? 'is' : 'are'} left.
      </p>
      <Button onClick={() => setAsking(true)}>Create new codes</Button>
      <ConfirmDialog
        title="Create new recovery codes?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action="Create"
        isBusy={regenerate.isPending}
        onConfirm={() => regenerate.mutate(undefined)}
      >
        <p>The codes that you have do not count anymore.</p>
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
    <Dialog
      title="Save your recovery codes"
      isOpen
      onClose={onClose}
      actions={
        <>
          <CopyButton text={text} />
          <Button onClick={() => save(new Blob([text]), 'almanac-recovery-codes.txt')}>
            Download
          </Button>
          <Button kind="main" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p>
        Each of these codes lets you sign in once if you lose your other factors. They are not shown
        again.
      </p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
