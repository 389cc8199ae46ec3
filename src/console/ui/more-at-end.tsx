import { useEffect, useRef } from 'react'
import { t } from '../texts/shared.ts'
import { Button } from './button.tsx'

interface Paged {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}

/** Loads the next page when it comes into view. The button is for users who do not scroll. */
export function MoreAtEnd({ of: paged }: { of: Paged }) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = paged
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!hasNextPage || isFetchingNextPage || end.current === null) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage()
      },
      { rootMargin: '400px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <div ref={end} className="more-at-end">
      <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t.showMore}
      </Button>
    </div>
  )
}
