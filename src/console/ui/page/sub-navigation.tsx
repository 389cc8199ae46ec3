import { Link, type LinkProps } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

interface SubPage {
  readonly to: NonNullable<LinkProps['to']>
  readonly name: string
  /** Whether the link is active on this exact path only. */
  readonly isExact?: boolean
}

/** The navigation between the pages of an area. */
export function SubNavigation({ label, pages }: { label: string; pages: readonly SubPage[] }) {
  const nav = useRef<HTMLElement>(null)
  // On a phone the current page may be scrolled out of view.
  useEffect(() => {
    const active = nav.current?.querySelector('.active')
    active?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  return (
    <nav ref={nav} aria-label={label} className="sub-navigation">
      <ul>
        {pages.map(({ to, name, isExact = false }) => (
          <li key={name}>
            <Link
              to={to}
              className="sub-page"
              activeOptions={{ exact: isExact, includeSearch: false }}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
