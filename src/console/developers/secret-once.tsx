import { t } from '../texts/developers.ts'
import { Button, CopyButton, Dialog } from '../ui/index.ts'

interface SecretOnceProps {
  readonly title: string
  readonly secret: string
  readonly onClose: () => void
}

/** Shows a secret that is shown only once. */
export function SecretOnce({ title, secret, onClose }: SecretOnceProps) {
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <CopyButton text={secret} />
          <Button kind="main" onClick={onClose}>
            {t.done}
          </Button>
        </>
      }
    >
      <p>{t.shownOnce}</p>
      <p>
        <code className="secret block">{secret}</code>
      </p>
    </Dialog>
  )
}
