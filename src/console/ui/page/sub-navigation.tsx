import { Link, type LinkProps } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

export interface SubPage {
  readonly to: NonNullable<LinkProps['to']>
  readonly name: string
  /** Only this very address counts as being there, and none below it. */
  readonly isExact?: boolean
}

/** The pages of an area, above what the chosen one shows. */
export function SubNavigation({ label, pages }: { label: string; pages: readonly SubPage[] }) {
  const nav = useRef<HTMLElement>(null)
  // On a phone the present page may stand further on than the screen shows.
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
