import type { ReactNode } from 'react'

export const createIcon = (shapes: ReactNode) =>
  function Icon() {
    return (
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        {shapes}
      </svg>
    )
  }

export const CloseIcon = createIcon(<path d="M6 6l12 12M18 6L6 18" />)
export const MenuIcon = createIcon(<path d="M4 7h16M4 12h16M4 17h16" />)
export const CalendarIcon = createIcon(
  <path d="M5 5.5h14a1.5 1.5 0 0 1 1.5 1.5v11.5a1.5 1.5 0 0 1-1.5 1.5H5a1.5 1.5 0 0 1-1.5-1.5V7A1.5 1.5 0 0 1 5 5.5zM8 3v4M16 3v4M3.5 10h17" />,
)
export const BooksIcon = createIcon(
  <path d="M5 4h4v16H5zM9 7h4v13H9zM14.2 8.1l3.9-1 3.2 12.1-3.9 1z" />,
)
export const AdsIcon = createIcon(<path d="M4 20V10M9.5 20V4M15 20v-7M20.5 20V8" />)
export const DevelopersIcon = createIcon(
  <path d="M8.5 7L3.5 12l5 5M15.5 7l5 5-5 5M13.5 4.5l-3 15" />,
)
export const AdminIcon = createIcon(
  <path d="M12 3l7.5 3v5.5c0 4.5-3 7.9-7.5 9.5-4.5-1.6-7.5-5-7.5-9.5V6zM9 12l2.2 2.2L15.2 10" />,
)
export const PersonIcon = createIcon(
  <path d="M12 12.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-3.4 3.8-5 7.5-5s6.7 1.6 7.5 5" />,
)
export const SearchIcon = createIcon(
  <path d="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3L20.5 20.5" />,
)
export const PlusIcon = createIcon(<path d="M12 5v14M5 12h14" />)
export const TrashIcon = createIcon(
  <path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.9 13h9.2l.9-13M10.3 11v5.5M13.7 11v5.5" />,
)
export const UpIcon = createIcon(<path d="M12 19V5.5M6 11l6-6 6 6" />)
export const DownIcon = createIcon(<path d="M12 5v13.5M6 13l6 6 6-6" />)
export const ChevronIcon = createIcon(<path d="M9.5 6l6 6-6 6" />)
export const CopyIcon = createIcon(<path d="M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9" />)
export const RefreshIcon = createIcon(<path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.5v4.3h-4.3" />)
export const MoreIcon = createIcon(<path d="M5.5 12h.01M12 12h.01M18.5 12h.01" strokeWidth="3" />)
export const GripIcon = createIcon(
  <path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" strokeWidth="2.75" />,
)
