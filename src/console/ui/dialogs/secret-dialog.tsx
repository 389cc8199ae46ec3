import { type ReactNode, useState } from 'react'
import { t } from '../../texts/shared.ts'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

interface SecretDialogProps {
  readonly title: string
  readonly secret: string
  /** What to do with the secret. */
  readonly intro?: string
  /** Saves the secret to a file, if there is a format for it. */
  readonly onDownload?: () => void
  readonly onClose: () => void
  /** Shows the secret; by default as one line of code. */
  readonly display?: ReactNode
  /** What belongs to the secret, such as its id. */
  readonly children?: ReactNode
  /** How to use the secret. */
  readonly after?: ReactNode
}

/** Shows a secret that is shown only once. Closing asks first if the secret was neither copied nor downloaded. */
export function SecretDialog(props: SecretDialogProps) {
  const { title, secret, intro = t.secret.shownOnce, onDownload, onClose, after } = props
  const { display = <code className="secret block">{secret}</code>, children } = props
  const [isSaved, setSaved] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const close = () => (isSaved ? onClose() : setAsking(true))
  return (
    <Dialog
      title={title}
      isOpen
      onClose={close}
      {...(after !== undefined && { size: 'wide' })}
      actions={
        <>
          <CopyButton text={secret} onCopied={() => setSaved(true)} />
          {onDownload !== undefined && (
            <Button
              onClick={() => {
                onDownload()
                setSaved(true)
              }}
            >
              {t.secret.downloadFile}
            </Button>
          )}
          <Button kind="main" onClick={close}>
            {t.done}
          </Button>
        </>
      }
    >
      <p>{intro}</p>
      {children}
      {display}
      {after}
      <ConfirmDialog
        title={t.secret.closeUnsavedTitle}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action={t.secret.closeUnsaved}
        onConfirm={onClose}
      >
        <p>{t.secret.closeUnsavedText}</p>
      </ConfirmDialog>
    </Dialog>
  )
}
