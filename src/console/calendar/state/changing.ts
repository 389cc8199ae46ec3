import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { t } from '../../texts/calendar.ts'
import { toast } from '../../ui/index.ts'
import type { CalendarEvent } from '../wire/types.ts'
import { keys } from './keys.ts'
import { UndoStack } from './undo-stack.ts'

/** A description of the change, and how to undo it. */
export interface Done {
  readonly text: string
  readonly undo?: () => Promise<unknown>
  /** Navigates to the changed event if it is out of view. */
  readonly show?: (() => void) | undefined
}

interface Change {
  /** Whose events change. */
  readonly calendarIds: readonly string[]
  /** Shows at once what the change will lead to. */
  readonly expect?: (cache: EventCache) => void
  readonly run: () => Promise<Done>
  /** Shows an error beside its field; by default it is a message of the page. */
  readonly onProblem?: ((message: string) => void) | undefined
}

type Changing = (change: Change) => Promise<boolean>

const undoLevelsMax = 50
const undoStack = new UndoStack(undoLevelsMax)

/** Undoes the latest change of this page, and with each further call the one before. */
export function undoLatest(): void {
  const undo = undoStack.pop()
  if (undo === undefined) toast({ text: t.nothingToUndo })
  else void undo()
}

/** Runs changes: updates the view optimistically, offers to undo them, and refetches in the end. */
export function useChanging(): Changing {
  const client = useQueryClient()
  return useMemo(() => changingWith(client), [client])
}

const showProblem = (text: string) => toast({ text, isProblem: true })

const changingWith =
  (client: QueryClient): Changing =>
  async ({ calendarIds, expect, run, onProblem = showProblem }) => {
    const refresh = () =>
      Promise.all([
        ...calendarIds.map((id) => client.invalidateQueries({ queryKey: keys.eventsOf(id) })),
        client.invalidateQueries({ queryKey: keys.search }),
        client.invalidateQueries({ queryKey: keys.freeBusy }),
      ])
    // Responses to earlier requests would hide the change again.
    await Promise.all(
      calendarIds.map((id) => client.cancelQueries({ queryKey: keys.eventsOf(id) })),
    )
    expect?.(new EventCache(client))
    try {
      const { text, undo, show } = await run()
      const takeBack = undo && undoing(undo, refresh)
      if (takeBack) undoStack.push(takeBack)
      toast({ text, ...(show && { show }), ...(takeBack && { undo: () => void takeBack() }) })
      return true
    } catch (error) {
      onProblem((error as Error).message)
      return false
    } finally {
      void refresh()
    }
  }

const undoing = (undo: () => Promise<unknown>, refresh: () => Promise<unknown>) => {
  const takeBack = async () => {
    undoStack.remove(takeBack)
    try {
      await undo()
      toast({ text: t.undone })
    } catch (error) {
      toast({ text: t.notUndone((error as Error).message), isProblem: true })
    } finally {
      void refresh()
    }
  }
  return takeBack
}

/** Updates cached events before the server responds. */
class EventCache {
  readonly #client: QueryClient

  constructor(client: QueryClient) {
    this.#client = client
  }

  edit(
    calendarId: string,
    change: (events: readonly CalendarEvent[]) => readonly CalendarEvent[],
  ): void {
    const queryKey = [...keys.eventsOf(calendarId), 'in']
    this.#client.setQueriesData<readonly CalendarEvent[]>({ queryKey }, (events) =>
      events === undefined ? undefined : change(events),
    )
  }

  patch(calendarId: string, eventId: string, part: Partial<CalendarEvent>): void {
    this.edit(calendarId, (events) =>
      events.map((each) => (each.id === eventId ? { ...each, ...part } : each)),
    )
  }

  remove(calendarId: string, isGone: (event: CalendarEvent) => boolean): void {
    this.edit(calendarId, (events) => events.filter((each) => !isGone(each)))
  }
}
