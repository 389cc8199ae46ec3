import { type ReactNode, useState } from 'react'
import { t } from '../texts/developers.ts'
import { Button, ConfirmDialog, CopyButton, Dialog } from '../ui/index.ts'

interface SecretOnceProps {
  readonly title: string
  readonly secret: string
  /** Saves the secret to a file, if there is a format for it. */
  readonly onDownload?: () => void
  readonly onClose: () => void
  /** What belongs to the secret, such as its id. */
  readonly children?: ReactNode
  /** How to use the secret. */
  readonly after?: ReactNode
}

/** Shows a secret that is shown only once. Closing asks first if the secret was neither copied nor downloaded. */
export function SecretOnce({
  title,
  secret,
  onDownload,
  onClose,
  children,
  after,
}: SecretOnceProps) {
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
              {t.downloadFile}
            </Button>
          )}
          <Button kind="main" onClick={close}>
            {t.done}
          </Button>
        </>
      }
    >
      <p>{t.shownOnce}</p>
      {children}
      <p>
        <code className="secret block">{secret}</code>
      </p>
      {after}
      <ConfirmDialog
        title={t.closeUnsavedTitle}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action={t.closeUnsaved}
        onConfirm={onClose}
      >
        <p>{t.closeUnsavedText}</p>
      </ConfirmDialog>
    </Dialog>
  )
}
