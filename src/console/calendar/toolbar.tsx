import { useTimeZone } from '../locale/index.ts'
import { drawn, MoreIcon, PlusIcon, SearchIcon } from '../ui/icons.tsx'
import { Button, Menu } from '../ui/index.ts'
import { useOpen } from './desk.ts'
import { useCreate } from './event/create.ts'
import { QuickAdd } from './quick-add/quick-add.tsx'
import type { Place } from './time/place.ts'
import { type View, viewNames } from './time/view-names.ts'

const labels: Readonly<Record<View, string>> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  year: 'Year',
  agenda: 'Agenda',
}

/** The title of the view, and the navigation to others. */
export function Toolbar({ place, title }: { place: Place; title: string }) {
  const setOpen = useOpen()
  const create = useCreate(place.zone)
  const zone = useTimeZone()
  return (
    <header className="cal-bar">
      <h1 tabIndex={-1}>
        <span className="visually-hidden">Calendar, </span>
        {title}
      </h1>
      <div className="cal-steps">
        <Button onClick={place.goToday}>Today</Button>
        <Button
          kind="quiet"
          label="Previous"
          icon={<PreviousIcon />}
          onClick={() => place.step(-1)}
        />
        <Button kind="quiet" label="Next" icon={<NextIcon />} onClick={() => place.step(1)} />
      </div>
      <fieldset className="cal-views">
        <legend className="visually-hidden">View</legend>
        {viewNames.map((view) => (
          <button
            key={view}
            type="button"
            aria-pressed={view === place.view}
            onClick={() => place.show(view)}
          >
            {labels[view]}
          </button>
        ))}
      </fieldset>
      <QuickAdd />
      <div className="cal-tools">
        <Button
          kind="quiet"
          label="Search for events"
          icon={<SearchIcon />}
          onClick={() => setOpen({ kind: 'search' })}
        />
        <Menu
          label="More for this page"
          className="button quiet icon-only"
          place="below"
          button={<MoreIcon />}
          items={[
            { label: 'Calendars…', onSelect: () => setOpen({ kind: 'calendars' }) },
            { label: 'Add a calendar…', onSelect: () => setOpen({ kind: 'add-calendar' }) },
            {
              label: `Time zone: ${zone.replaceAll('_', ' ')}…`,
              isAfterLine: true,
              onSelect: () => setOpen({ kind: 'zone' }),
            },
            { label: 'Print…', onSelect: () => window.print() },
          ]}
        />
        <Button kind="main" icon={<PlusIcon />} onClick={() => create()}>
          <span className="cal-words">Create</span>
        </Button>
      </div>
    </header>
  )
}

const PreviousIcon = drawn(<path className="mirrors" d="M14.5 5.500L8 12l6.500 6.500" />)
const NextIcon = drawn(<path className="mirrors" d="M9.5 5.500L16 12l-6.500 6.500" />)
