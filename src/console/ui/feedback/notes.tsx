import { t } from '../../texts/shared.ts'
import { Button } from '../button.tsx'

/** An error with a retry button. */
export function ErrorNote({
  error,
  onRetry,
}: {
  error: unknown
  onRetry?: (() => void) | undefined
}) {
  return (
    <div className="note" role="alert">
      <p>{error instanceof Error ? error.message : t.somethingWentWrong}</p>
      {onRetry !== undefined && <Button onClick={onRetry}>{t.tryAgain}</Button>}
    </div>
  )
}
