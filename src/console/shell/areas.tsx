import { AdminIcon, AdsIcon, BooksIcon, CalendarIcon, DevelopersIcon } from '../ui/icons.tsx'

/** The parts of the console in the order of the navigation. */
export const areas = [
  { to: '/calendar', name: 'Calendar', key: 'c', Icon: CalendarIcon, isForAdmins: false },
  { to: '/books', name: 'Books', key: 'b', Icon: BooksIcon, isForAdmins: false },
  { to: '/ads', name: 'Search ads', key: 'a', Icon: AdsIcon, isForAdmins: false },
  { to: '/developers', name: 'Developers', key: 'd', Icon: DevelopersIcon, isForAdmins: false },
  { to: '/admin', name: 'Administration', key: 'm', Icon: AdminIcon, isForAdmins: true },
] as const

export type Area = (typeof areas)[number]
