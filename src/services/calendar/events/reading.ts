import type { Reader } from '#/storage/port.ts'
import type { EventRow } from '../store/events.ts'
import { bareText, eventText } from './presentation.ts'
import type { EventQuery, Window } from './query.ts'
import type { SeriesModels } from './series-models.ts'
import type { View } from './view.ts'

/** What it takes to read a list. */
export interface Reading {
  readonly reader: Reader
  readonly models: SeriesModels
  readonly view: View
  readonly query: EventQuery
  /** No event that happens once is longer. */
  readonly longestMs: number
  readonly nowMs: number
  /** Where changes are told: the window of the list that they are told for. */
  readonly listed: Window
}

/** One event of a list: where it stands in the order of the list, and how to write it. */
export interface Item {
  readonly place: string
  readonly text: () => string
}

/** A row as its list shows it: what is gone tells of itself only where that is asked for. */
export function rowText(row: EventRow, { view, query }: Pick<Reading, 'view' | 'query'>): string {
  const isWhole = isHidden(row, query) ? false : row.presence === 'live' || query.showsDeleted
  return isWhole ? eventText(row, view) : bareText(row, view)
}

/** Whether the row is told of only because there was something else in its place. */
export const isHidden = ({ awaits }: EventRow, { hidesInvitations }: EventQuery): boolean =>
  hidesInvitations && awaits !== 0

/** Occurrences of an endless series that are given where the caller names no end. */
export const endlessSlotsMax = 730
