import { t } from '../texts/shared.ts'
import { Button } from './button.tsx'
import { toast } from './feedback/toasts.tsx'
import { CopyIcon } from './icons.tsx'

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({
  text,
  label = t.copy,
  onCopied,
}: {
  text: string
  label?: string
  onCopied?: () => void
}) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ text: t.copied })
      onCopied?.()
    } catch {
      toast({
        text: t.copyFailed,
        isProblem: true,
      })
    }
  }
  return (
    <Button icon={<CopyIcon />} onClick={() => void copy()}>
      {label}
    </Button>
  )
}
