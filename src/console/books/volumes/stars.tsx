import { t } from '../../texts/books.ts'

/** An average rating as stars, and in words. */
export function Stars({ average, count }: { average: number; count: number }) {
  return (
    <span className="stars">
      <span
        className="stars-drawn"
        aria-hidden="true"
        style={{ '--filled': `${(average / 5) * 100}%` } as object}
      />
      {t.rating(average, count)}
    </span>
  )
}
