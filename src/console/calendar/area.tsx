import { useState } from 'react'
import { usePageTitle } from '../ui/index.ts'
import { type Open, OpenContext } from './desk.ts'
import { Dialogs } from './dialogs.tsx'
import { CalendarShortcuts } from './shortcuts.tsx'
import { Side } from './side/side.tsx'
import { useLiveChanges } from './state/live.ts'
import { usePlace } from './time/place.ts'
import { titleOf } from './time/views.ts'
import { Toolbar } from './toolbar.tsx'
import { Shown } from './views/shown.tsx'
import './area.css'

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
