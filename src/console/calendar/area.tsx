import { useState } from 'react'
import { type Shortcut, usePageTitle, useShortcut } from '../ui/index.ts'
import { type Open, OpenContext, useOpen } from './desk.ts'
import { Dialogs } from './dialogs.tsx'
import { useLiveChanges } from './state/live.ts'
import { type Place, usePlace } from './time/place.ts'
import { titleOf } from './time/views.ts'
import { Toolbar } from './toolbar.tsx'
import { Shown } from './views/shown.tsx'
import './area.css'
import { useCreate } from './event/create.ts'
import { CalendarList } from './side/calendar-list.tsx'
import { undoLatest } from './state/changing.ts'

/** Calendars and their events. */
export function Area() {
  const place = usePlace()
  useLiveChanges()
  const [open, setOpen] = useState<Open>()
  const title = titleOf(place.view, place.date)
  usePageTitle(`${title} · Calendar`)
  return (
    <OpenContext value={setOpen}>
      <CalendarShortcuts place={place} />
      <div className="cal">
        <Toolbar place={place} title={title} />
        <div className="cal-body">
          <Side />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, for the keyboard, too. */}
          <section className="cal-view" aria-label={`Events of ${title}`} tabIndex={0}>
            <Shown place={place} />
          </section>
        </div>
      </div>
      <Dialogs open={open} zone={place.zone} />
    </OpenContext>
  )
}

const group = 'Calendar'

/** Registers the keyboard shortcuts of the area; renders nothing. */
function CalendarShortcuts({ place }: { place: Place }) {
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

/** The calendar list beside the view, on wide screens. */
function Side() {
  return (
    <aside className="cal-side" aria-label="Calendars">
      <CalendarList />
    </aside>
  )
}
