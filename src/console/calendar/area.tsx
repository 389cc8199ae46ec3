import { useState } from 'react'
import { InSideBar, type Shortcut, usePageTitle, useShortcut } from '../ui/index.ts'
import { CreatingContext, type Open, OpenContext, useOpen } from './desk.ts'
import { Dialogs } from './dialogs.tsx'
import { useLiveChanges } from './state/live.ts'
import { type Place, usePlace } from './time/place.ts'
import { titleOf } from './time/views.ts'
import { Toolbar } from './toolbar.tsx'
import { Shown } from './views/shown.tsx'
import './area.css'
import { t } from '../texts/calendar.ts'
import { useCreate } from './create/create.ts'
import { CalendarList } from './side/calendar-list.tsx'
import { MiniMonth } from './side/mini-month.tsx'
import { undoLatest } from './state/changing.ts'

/** Calendars and their events. */
export function Area() {
  const place = usePlace()
  useLiveChanges()
  const [open, setOpen] = useState<Open>()
  const title = titleOf(place.view, place.date)
  usePageTitle(t.pageTitle(title))
  return (
    <OpenContext value={setOpen}>
      <CalendarShortcuts place={place} />
      <InSideBar>
        <MiniMonth place={place} />
        <CalendarList />
      </InSideBar>
      <div className="cal">
        <Toolbar place={place} title={title} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, for the keyboard, too. */}
        <section className="cal-view" aria-label={t.eventsIn(title)} tabIndex={0}>
          <CreatingContext value={open?.kind === 'quick'}>
            <Shown place={place} />
          </CreatingContext>
        </section>
      </div>
      <Dialogs open={open} zone={place.zone} />
    </OpenContext>
  )
}

const group = t.calendar

/** Registers the keyboard shortcuts of the area; renders nothing. */
function CalendarShortcuts({ place }: { place: Place }) {
  const setOpen = useOpen()
  const create = useCreate(place.zone)
  const offered: readonly [keys: string, label: string, run: () => void][] = [
    ['d', t.shortcuts.day, () => place.show('day')],
    ['w', t.shortcuts.week, () => place.show('week')],
    ['m', t.shortcuts.month, () => place.show('month')],
    ['y', t.shortcuts.year, () => place.show('year')],
    ['a', t.shortcuts.agenda, () => place.show('agenda')],
    ['t', t.shortcuts.today, () => place.goToday()],
    ['n', t.shortcuts.next, () => place.step(1)],
    ['j', t.shortcuts.next, () => place.step(1)],
    ['p', t.shortcuts.previous, () => place.step(-1)],
    ['k', t.shortcuts.previous, () => place.step(-1)],
    ['c', t.createEvent, () => create()],
    ['/', t.searchEvents, () => setOpen({ kind: 'search' })],
    ['z', t.shortcuts.undo, undoLatest],
  ]
  return offered.map(([keys, label, run]) => <Key key={keys} {...{ keys, label, group, run }} />)
}

function Key(shortcut: Shortcut) {
  useShortcut(shortcut)
  return null
}
