import { useTimeZone } from '../locale/index.ts'
import { t } from '../texts/calendar.ts'
import { MoreIcon, PlusIcon, SearchIcon } from '../ui/icons.tsx'
import { Button, Menu } from '../ui/index.ts'
import { useCreate } from './create/create.ts'
import { useOpen } from './desk.ts'
import { QuickAdd } from './quick-add/quick-add.tsx'
import type { Place } from './time/place.ts'
import { viewNames } from './time/view-names.ts'
import { NextIcon, PreviousIcon } from './toolbar-icons.tsx'

/** The title of the view, and the navigation to others. */
export function Toolbar({ place, title }: { place: Place; title: string }) {
  const setOpen = useOpen()
  const create = useCreate(place.zone)
  const zone = useTimeZone()
  return (
    <header className="cal-bar">
      <h1 tabIndex={-1}>
        <span className="visually-hidden">{t.calendarHeading} </span>
        {title}
      </h1>
      <div className="cal-steps">
        <Button onClick={place.goToday}>{t.today}</Button>
        <Button
          kind="quiet"
          label={t.previous}
          icon={<PreviousIcon />}
          onClick={() => place.step(-1)}
        />
        <Button kind="quiet" label={t.next} icon={<NextIcon />} onClick={() => place.step(1)} />
      </div>
      <fieldset className="cal-views">
        <legend className="visually-hidden">{t.view}</legend>
        {viewNames.map((view) => (
          <button
            key={view}
            type="button"
            aria-pressed={view === place.view}
            onClick={() => place.show(view)}
          >
            {t.views[view]}
          </button>
        ))}
      </fieldset>
      <QuickAdd />
      <div className="cal-tools">
        <Button
          kind="quiet"
          label={t.searchEvents}
          icon={<SearchIcon />}
          onClick={() => setOpen({ kind: 'search' })}
        />
        <Menu
          label={t.moreActions}
          className="button quiet icon-only"
          place="below"
          button={<MoreIcon />}
          items={[
            { label: t.calendarsItem, onSelect: () => setOpen({ kind: 'calendars' }) },
            { label: t.addCalendarItem, onSelect: () => setOpen({ kind: 'add-calendar' }) },
            {
              label: t.timeZoneItem(zone.replaceAll('_', ' ')),
              isAfterLine: true,
              onSelect: () => setOpen({ kind: 'zone' }),
            },
            { label: t.printItem, onSelect: () => window.print() },
          ]}
        />
        <Button kind="main" icon={<PlusIcon />} onClick={() => create()}>
          <span className="cal-words">{t.createButton}</span>
        </Button>
      </div>
    </header>
  )
}
