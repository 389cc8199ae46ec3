import { t } from '../../texts/shared.ts'

/** A placeholder for loading lines, shown after a short delay. */
export function Skeleton({ lines = 3, label = t.loading }: { lines?: number; label?: string }) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className="skeleton-line" />
      ))}
    </div>
  )
}
