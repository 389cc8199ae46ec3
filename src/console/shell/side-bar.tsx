import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usePerson } from '../session/use-session.ts'
import { t } from '../texts/shell.ts'
import { Button } from '../ui/button.tsx'
import {
  AdminIcon,
  AdsIcon,
  BooksIcon,
  CalendarIcon,
  DevelopersIcon,
  MenuIcon,
} from '../ui/icons.tsx'
import { useShortcut } from '../ui/shortcuts/shortcuts.ts'
import { SideSlot } from '../ui/side-slot.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Mark } from './mark.tsx'

const narrowKey = 'almanac.narrow'

/** Where the sidebar is narrow until the user expands it. */
const tablet = '(45rem <= width < 64rem)'

/** The navigation between areas and tools of the area: at the side, or at the bottom on phones. */
export function SideBar({ onHelp }: { onHelp: () => void }) {
  const { isAdmin } = usePerson()
  const [isNarrow, setNarrow] = useState(() => {
    const stored = localStorage.getItem(narrowKey)
    return stored === null ? matchMedia(tablet).matches : stored === 'true'
  })
  const toggle = () => {
    localStorage.setItem(narrowKey, String(!isNarrow))
    setNarrow(!isNarrow)
  }
  const shown = areas.filter(({ isForAdmins }) => isAdmin || !isForAdmins)
  return (
    <header className={isNarrow ? 'side narrow' : 'side'}>
      <div className="side-head">
        <Button
          kind="quiet"
          label={isNarrow ? t.expandSideBar : t.collapseSideBar}
          aria-expanded={!isNarrow}
          icon={<MenuIcon />}
          onClick={toggle}
        />
        <Link to="/" className="brand">
          <Mark className="brand-mark" />
          <span className="words">{t.product}</span>
        </Link>
      </div>
      <nav aria-label={t.areas}>
        <ul className="areas">
          {shown.map((area) => (
            <AreaLink key={area.to} area={area} />
          ))}
        </ul>
      </nav>
      <SideSlot />
      <AccountMenu onHelp={onHelp} />
    </header>
  )
}

function AreaLink({ area: { to, id, key, Icon } }: { area: Area }) {
  const name = t.areaNames[id]
  const navigate = useNavigate()
  useShortcut({
    keys: `g ${key}`,
    label: t.goTo(name),
    group: t.navigationGroup,
    run: () => void navigate({ to }),
  })
  return (
    <li>
      <Link to={to} className="area" title={name}>
        <Icon />
        <span className="words">{name}</span>
        <span className="short-words">{t.areaShortNames[id]}</span>
      </Link>
    </li>
  )
}

/** The areas in the order of the navigation. */
const areas = [
  { to: '/calendar', id: 'calendar', key: 'c', Icon: CalendarIcon, isForAdmins: false },
  { to: '/books', id: 'books', key: 'b', Icon: BooksIcon, isForAdmins: false },
  { to: '/ads', id: 'ads', key: 'a', Icon: AdsIcon, isForAdmins: false },
  {
    to: '/developers',
    id: 'developers',
    key: 'd',
    Icon: DevelopersIcon,
    isForAdmins: false,
  },
  { to: '/admin', id: 'admin', key: 'm', Icon: AdminIcon, isForAdmins: true },
] as const

type Area = (typeof areas)[number]
