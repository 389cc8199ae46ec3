import { type RefObject, useEffect } from 'react'

/** What stands below the head of the days at first. */
const firstSeen = '[data-time="07:00:00"]'

/** Hours begin with the morning; the whole view scrolls, so that the keyboard can do it as well. */
export function useMorning(box: RefObject<HTMLElement | null>, view: string): void {
  useEffect(() => {
    const element = box.current
    const scrolled = element?.closest('.cal-view')
    if (view === 'month' || !element || !scrolled) return
    // Hours get their height only once the calendar has measured itself.
    const watching = new ResizeObserver(() => {
      const slot = element.querySelector(firstSeen)
      const offset = slot
        ? slot.getBoundingClientRect().top - element.getBoundingClientRect().top
        : 0
      if (offset < scrolled.clientHeight / 4) return
      const head = element.querySelector('[role="columnheader"]')?.clientHeight ?? 0
      scrolled.scrollTop = offset - 3 * head
      watching.disconnect()
    })
    watching.observe(element)
    return () => watching.disconnect()
  }, [box, view])
}
