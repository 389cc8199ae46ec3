import { useEffect } from 'react'

/** Names the page in the tab of the browser and in its history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Almanac' : `${title} · Almanac`
  }, [title])
}
