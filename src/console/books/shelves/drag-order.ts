import { type PointerEvent, type RefObject, useEffect, useState } from 'react'

interface Drag {
  readonly from: number
  readonly to: number
  /** The distance that the pointer has moved. */
  readonly distance: number
  readonly height: number
}

const edgePx = 72
const scrollStepPx = 14

/** Reorders the children of a list by dragging; Escape cancels. */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag>()
  const isDragging = drag !== undefined
  useEffect(() => {
    if (!isDragging) return
    const cancel = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDrag(undefined)
    }
    document.addEventListener('keydown', cancel)
    return () => document.removeEventListener('keydown', cancel)
  }, [isDragging])

  /** The props of the drag handle of a child. */
  const handleOf = (from: number) => ({
    onPointerDown: (down: PointerEvent<HTMLElement>) => {
      if (down.button !== 0 || list.current === null) return
      down.currentTarget.setPointerCapture(down.pointerId)
      const boxes = [...list.current.children].map((child) => child.getBoundingClientRect())
      const height = boxes[from]!.height
      setDrag({ from, to: from, distance: 0, height })
      const startY = down.pageY
      const scrollY = window.scrollY
      down.currentTarget.onpointermove = (event) => {
        scrollNearEdge(event.clientY)
        const distance = event.pageY - startY
        const middle = boxes[from]!.top + scrollY + height / 2 + distance
        const to = boxes.filter(
          ({ top, height: other }, index) => index !== from && top + scrollY + other / 2 < middle,
        ).length
        setDrag((present) => present && { from, to, distance, height })
      }
    },
    onLostPointerCapture: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.onpointermove = null
      if (drag !== undefined && drag.to !== drag.from) onMove(drag.from, drag.to)
      setDrag(undefined)
    },
  })

  /** The visual offset of a child, and whether it is being dragged. */
  const shiftOf = (index: number) => {
    if (drag === undefined) return {}
    if (index === drag.from) {
      return { 'data-dragged': true, style: { translate: `0 ${drag.distance}px` } }
    }
    const isPassed = drag.from < index && index <= drag.to
    const isPushed = drag.to <= index && index < drag.from
    const shift = isPassed ? -drag.height : isPushed ? drag.height : 0
    return { style: { translate: `0 ${shift}px` } }
  }
  return { handleOf, shiftOf }
}

function scrollNearEdge(y: number): void {
  if (y < edgePx) window.scrollBy(0, -scrollStepPx)
  else if (y > window.innerHeight - edgePx) window.scrollBy(0, scrollStepPx)
}
