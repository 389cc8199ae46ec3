import { useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { world } from '../../world.ts'
import type { View } from './view-names.ts'

interface DateLinkProps extends ComponentProps<'a'> {
  readonly view: View
  readonly date: Temporal.PlainDate
}

/** A link to a date. A year has hundreds, and links of the router are all calculated again for each page. */
export function DateLink({ view, date, ...props }: DateLinkProps) {
  const navigate = useNavigate()
  const params = { view, date: date.toString() }
  return (
    <a
      href={`${world.prefix}/calendar/${view}/${params.date}`}
      onClick={(event) => {
        const { altKey, ctrlKey, metaKey, shiftKey } = event
        // Another tab or window, or a download.
        if (altKey || ctrlKey || metaKey || shiftKey) return
        event.preventDefault()
        void navigate({ to: '/calendar/{-$view}/{-$date}', params })
      }}
      {...props}
    />
  )
}
