import { useEffect } from 'react'
import { world } from '../../world.ts'

/** Names the page in the tab of the browser and in its history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = [title, world.id, 'Almanac'].filter(Boolean).join(' · ')
  }, [title])
}
