import type { MoreLinkInfo } from '@fullcalendar/react'
import { createContext, use, useState } from 'react'
import { formatNumber } from '../../locale/index.ts'
import { t } from '../../texts/calendar.ts'

/** The number of events by day that the calendar library does not know of. */
export const LeftOutContext = createContext<ReadonlyMap<string, number>>(new Map())

type Info = Pick<MoreLinkInfo, 'num' | 'text' | 'numericText'>

export const moreEvents = (info: Info) => <MoreEvents {...info} />

/** The text of a link to the events that a day has no room for. */
function MoreEvents({ num, text, numericText }: Info) {
  const leftOut = use(LeftOutContext)
  const [element, setElement] = useState<HTMLElement | null>(null)
  const day = element?.closest<HTMLElement>('[data-date]')?.dataset.date ?? ''
  const count = num + (leftOut.get(day) ?? 0)
  return (
    <span ref={setElement}>
      {text === numericText ? `+${formatNumber(count)}` : t.moreEvents(count)}
    </span>
  )
}
