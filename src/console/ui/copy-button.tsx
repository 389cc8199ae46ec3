import { Button } from './button.tsx'
import { toast } from './feedback/toasts.tsx'
import { CopyIcon } from './icons.tsx'

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ text: 'Copied.' })
    } catch {
      toast({
        text: 'The browser does not allow copying. Select the text instead.',
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
