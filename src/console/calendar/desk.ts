import { createContext, use } from 'react'
import type { Draft } from './event/draft.ts'
import type { CalendarEvent } from './wire/types.ts'

/** The open dialog of the calendar. */
export type Open =
  | { readonly kind: 'event'; readonly calendarId: string; readonly eventId: string }
  | { readonly kind: 'new'; readonly draft: Draft }
  | { readonly kind: 'quick'; readonly draft: Draft; readonly anchor: Point }
  | { readonly kind: 'edit'; readonly calendarId: string; readonly event: CalendarEvent }
  | { readonly kind: 'calendar'; readonly calendarId: string }
  | { readonly kind: 'add-calendar' }
  | { readonly kind: 'calendars' }
  | { readonly kind: 'search' }
  | { readonly kind: 'zone' }

/** A point of the window. */
export interface Point {
  readonly x: number
  readonly y: number
}

type SetOpen = (open: Open | undefined) => void

/** Opens a dialog of the area, or closes the one that is open. */
export const OpenContext = createContext<SetOpen>(() => {})

/** Whether the popover for a new event is open. */
export const CreatingContext = createContext(false)

export const useOpen = (): SetOpen => use(OpenContext)
