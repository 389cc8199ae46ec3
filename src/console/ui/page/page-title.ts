import { useEffect } from 'react'
import { world } from '../../world.ts'

/** Sets the document title. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = [title, world.id, 'Almanac'].filter(Boolean).join(' · ')
  }, [title])
}
