import { type Shortcut, useShortcut } from '../ui/index.ts'
import { useOpen } from './desk.ts'
import { useCreate } from './event/create.ts'
import { undoLatest } from './state/changing.ts'
import type { Place } from './time/place.ts'

const group = 'Calendar'

/** The keys of the area; shows nothing. */
export function CalendarShortcuts({ place }: { place: Place }) {
  const setOpen = useOpen()
  const create = useCreate(place.zone)
  const offered: readonly [keys: string, label: string, run: () => void][] = [
    ['d', 'Show a day', () => place.show('day')],
    ['w', 'Show a week', () => place.show('week')],
    ['m', 'Show a month', () => place.show('month')],
    ['y', 'Show a year', () => place.show('year')],
    ['a', 'Show the agenda', () => place.show('agenda')],
    ['t', 'Go to today', () => place.goToday()],
    ['n', 'Go on', () => place.step(1)],
    ['j', 'Go on', () => place.step(1)],
    ['p', 'Go back', () => place.step(-1)],
    ['k', 'Go back', () => place.step(-1)],
    ['c', 'Create an event', () => create()],
    ['/', 'Search for events', () => setOpen({ kind: 'search' })],
    ['z', 'Undo the last change', undoLatest],
  ]
  return offered.map(([keys, label, run]) => <Key key={keys} {...{ keys, label, group, run }} />)
}

function Key(shortcut: Shortcut) {
  useShortcut(shortcut)
  return null
}
