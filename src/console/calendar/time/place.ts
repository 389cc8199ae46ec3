import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useTimeZone } from '../../locale/index.ts'
import { settingStorage, storageKey } from '../../world.ts'
import { todayIn } from './today.ts'
import { isView, type View } from './view-names.ts'
import { adjacentDate } from './views.ts'

const key = storageKey('calendar-view')

/** The view and date of the URL, and functions to navigate. */
export function usePlace() {
  const params = useParams({ strict: false })
  const navigate = useNavigate()
  const zone = useTimeZone()
  const view = isView(params.view) ? params.view : usualView()
  const today = todayIn(zone)
  const text = params.date ?? today.toString()
  const date = useMemo(() => dateIn(text), [text])
  useEffect(() => settingStorage().setItem(key, view), [view])
  return useMemo(() => {
    const go = (to: View, on: Temporal.PlainDate) =>
      void navigate({
        to: '/calendar/{-$view}/{-$date}',
        params: { view: to, date: on.toString() },
      })
    return {
      view,
      date,
      zone,
      go,
      show: (to: View) => go(to, date),
      goToday: () => go(view, todayIn(zone)),
      step: (by: 1 | -1) => go(view, adjacentDate(view, date, by)),
    }
  }, [view, date, zone, navigate])
}

export type Place = ReturnType<typeof usePlace>

/** The last view; at first the agenda on a small screen. */
function usualView(): View {
  const last = settingStorage().getItem(key) ?? undefined
  if (isView(last)) return last
  return matchMedia('(width < 45rem)').matches ? 'agenda' : 'week'
}

/** Days beyond the end of a month are clamped to its last day. */
const dateIn = (text: string) => {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  return Temporal.PlainDate.from({ year, month: Math.max(1, month), day: Math.max(1, day) })
}
