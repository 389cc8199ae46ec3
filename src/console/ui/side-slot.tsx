import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

let slot: HTMLElement | null = null
const listeners = new Set<() => void>()

const fill = (element: HTMLElement | null) => {
  slot = element
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The part of the sidebar that belongs to the area on screen. */
export function SideSlot() {
  return <div className="side-slot" ref={fill} />
}

/** Shows content of an area in the sidebar. */
export function InSideBar({ children }: { children: ReactNode }) {
  const element = useSyncExternalStore(subscribe, () => slot)
  return element === null ? null : createPortal(children, element)
}
