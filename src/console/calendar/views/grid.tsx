import FullCalendar, {
  type CalendarRef,
  type DateClickInfo,
  type DateSelectInfo,
  type DayHeaderInfo,
  type EventChangeInfo,
  type EventClickInfo,
  type EventInput,
  type MoreLinkHandler,
} from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import theme from '@fullcalendar/react/themes/classic'
import timeGrid from '@fullcalendar/react/timegrid'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import './grid.css'
import {
  type ComponentProps,
  memo,
  type RefObject,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import {
  directionOf,
  firstDayOfWeek,
  formatNumber,
  language,
  momentMs,
} from '../../locale/index.ts'
import { t } from '../../texts/calendar.ts'
import { CreatingContext, type Point } from '../desk.ts'
import { preferences, usePreferences } from '../preferences.ts'
import { titleOfEvent } from '../state/event-changes.ts'
import type { Occurrence } from '../state/occurrences.ts'
import { clockTime, clockTimes, hourOf, isAllDay, momentOf } from '../time/event-time.ts'
import type { View } from '../time/view-names.ts'
import { dateText, rangeOf } from '../time/views.ts'
import type { CalendarEvent, EventTime } from '../wire/types.ts'
import { eventsBesideTitles } from './beside-titles.ts'
import { EventFace, faceBoxClass, faceClass, faceColors } from './event-face.tsx'
import { mayMove } from './may-move.ts'
import { monthEvents, nightEndHour } from './month-events.ts'
import { LeftOutContext, moreEvents } from './more-events.tsx'

const plugins = [dayGrid, timeGrid, interaction, theme]

const drawnAs = { day: 'timeGridDay', week: 'timeGridWeek', month: 'dayGridMonth' } as const

/** The maximum number of events side by side that are readable and touchable; others are behind a link. */
const viewsOn = ({ isPhone, isTablet }: { isPhone: boolean; isTablet: boolean }) => ({
  timeGridDay: { eventMaxStack: isPhone ? 4 : 8, navLinks: false },
  timeGridWeek: { eventMaxStack: isPhone ? 1 : isTablet ? 2 : 3, dayHeaderContent: DayHead },
})
const views = viewsOn({
  isPhone: matchMedia('(width < 45rem)').matches,
  isTablet: matchMedia('(width < 64rem)').matches,
})

/** The minimum size of a touch target, in pixels. */
const targetMin = 24

/** The distance in pixels from which a press is a drag. */
const dragMin = 5

/** The texts of the calendar library. */
const words = {
  allDayText: t.allDay,
  moreLinkText: t.moreEvents,
  moreLinkHint: t.showMoreEvents,
  closeHint: t.close,
  eventsHint: t.events,
  weekTextShort: t.weekShort,
  weekTextLong: t.views.week,
}

/** A time of day as the calendar library has it. */
interface ClockTime {
  readonly hour: number
  readonly minute: number
}

interface EventClock {
  readonly start: ClockTime
  readonly end?: ClockTime | null
}

const textOfClock = ({ start, end }: EventClock): string =>
  end ? clockTimes(onClock(start), onClock(end)) : clockTime(onClock(start))

/** Cached, because formatting times is a quarter of the work of drawing an event, and many events have the same times. */
const cachedClocks = new Map<string, string>()

/** The formats of times, as on all other pages. */
const clockFormats = {
  eventTimeFormat(clock: EventClock): string {
    const { start, end } = clock
    const key = `${start.hour}:${start.minute}-${end?.hour}:${end?.minute}`
    const text = cachedClocks.get(key) ?? textOfClock(clock)
    cachedClocks.set(key, text)
    return text
  },
  slotHeaderFormat: ({ start }: { start: ClockTime }) => hourOf(onClock(start)),
}

const onClock = ({ hour, minute }: ClockTime): Temporal.ZonedDateTime =>
  Temporal.PlainDateTime.from({ year: 2000, month: 1, day: 1, hour, minute }).toZonedDateTime('UTC')

const nightEnd = { hours: nightEndHour }

export interface Moved {
  readonly start: EventTime
  readonly end: EventTime
  /** Reverts the move. */
  readonly revert: () => void
}

interface GridProps {
  readonly view: 'day' | 'week' | 'month'
  readonly date: Temporal.PlainDate
  readonly zone: string
  readonly occurrences: readonly Occurrence[]
  readonly onOpen: (occurrence: Occurrence) => void
  readonly onSelect: (slot: { start: EventTime; end: EventTime }, anchor: Point) => void
  readonly onMove: (occurrence: Occurrence, moved: Moved) => void
  readonly onShow: (view: View, date: Temporal.PlainDate) => void
}

/** Days side by side: with hours, or as the weeks of a month. */
export const Grid = memo(function Grid(props: GridProps) {
  const { view, date, zone } = props
  const { hasWeekNumbers } = usePreferences()
  const calendar = useRef<CalendarRef>(null)
  const box = useRef<HTMLDivElement>(null)
  const text = date.toString()
  // After the drawing is done, because the calendar draws again for it at once.
  useEffect(() => {
    queueMicrotask(() => calendar.current?.getApi().gotoDate(text))
  }, [text])
  useFirstSight(box, view, text)
  const isMeasured = useMeasured()
  const [wholeDay, setWholeDay] = useState<string>()
  const { drawn, leftOut } = useDrawn(props, wholeDay)
  const handlers = useHandlers(props, { calendar, box, setWholeDay })
  return (
    <LeftOutContext value={leftOut}>
      <div ref={box} className={`cal-grid ${view}${isMeasured ? '' : ' unmeasured'}`}>
        <SoonCalendar
          key={`${view} ${zone}`}
          ref={calendar}
          occurrences={drawn}
          date={text}
          timeZone={zone}
          plugins={plugins}
          views={views}
          initialView={drawnAs[view]}
          headerToolbar={false}
          height={view === 'month' ? '100%' : 'auto'}
          locale={language}
          direction={directionOf()}
          firstDay={firstDayOfWeek() % 7}
          {...clockFormats}
          nowIndicator
          weekNumbers={hasWeekNumbers}
          navLinks
          dayMaxEvents
          {...words}
          fixedWeekCount={false}
          scrollTimeReset={false}
          nextDayThreshold={nightEnd}
          slotDuration="00:30:00"
          snapDuration="00:15:00"
          defaultTimedEventDuration="01:00"
          forceEventDuration
          eventClass={faceClass}
          eventInnerClass={faceBoxClass}
          moreLinkClass="cal-target"
          moreLinkInnerClass="more-box"
          moreLinkContent={moreEvents}
          eventMinHeight={targetMin}
          eventContent={EventFace}
          selectable
          selectMirror
          unselectAuto
          unselectCancel="dialog"
          selectMinDistance={dragMin}
          {...handlers}
        />
        <Unmark calendar={calendar} />
      </div>
    </LeftOutContext>
  )
})

/** The handlers of the calendar library. They stay the same, because it draws all events again for new ones. */
function useHandlers(
  props: GridProps,
  {
    calendar,
    box,
    setWholeDay,
  }: {
    readonly calendar: RefObject<CalendarRef | null>
    readonly box: RefObject<HTMLElement | null>
    readonly setWholeDay: (day: string) => void
  },
) {
  const { zone } = props
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  return useMemo(() => {
    let clicked: MouseEvent | undefined
    const moveEvent = (info: EventChangeInfo) => {
      const { event, oldEvent } = info
      const occurrence = oldEvent.extendedProps.occurrence as Occurrence
      const isMoment =
        hasNoLength(occurrence.event) && !event.allDay && lengthOf(event) === lengthOf(oldEvent)
      const end = isMoment
        ? event.startStr
        : event.endStr || defaultEnd(event.startStr, event.allDay, zone)
      latest.current.onMove(occurrence, {
        start: timeOf(event.startStr, event.allDay, zone),
        end: timeOf(end, event.allDay, zone),
        revert: info.revert,
      })
    }
    return {
      navLinkDayClick: (day: Date) => latest.current.onShow('day', dayIn(day, zone)),
      navLinkHint: (_: string, day: Date) => hintFor(dayIn(day, zone)),
      select: ({ startStr, endStr, allDay, jsEvent }: DateSelectInfo) =>
        latest.current.onSelect(
          { start: timeOf(startStr, allDay, zone), end: timeOf(endStr, allDay, zone) },
          pointOf(jsEvent ?? clicked, box.current!),
        ),
      // Selecting the slot marks it.
      dateClick: ({ dateStr: start, allDay, jsEvent }: DateClickInfo) => {
        clicked = jsEvent
        calendar.current?.getApi().select({ start, end: defaultEnd(start, allDay, zone), allDay })
      },
      eventClick: ({ event }: EventClickInfo) =>
        latest.current.onOpen(event.extendedProps.occurrence as Occurrence),
      eventDrop: moveEvent,
      eventResize: moveEvent,
      moreLinkClick({ date }: Parameters<MoreLinkHandler>[0]) {
        setWholeDay(dayIn(date, zone).toString())
        return 'popover' as const
      },
    }
  }, [zone, calendar, box, setWholeDay])
}

/** The slot of a new event stays marked while its popover is open. */
function Unmark({ calendar }: { calendar: RefObject<CalendarRef | null> }) {
  const isCreating = use(CreatingContext)
  useEffect(() => {
    if (!isCreating) calendar.current?.getApi().unselect()
  }, [isCreating, calendar])
  return null
}

interface SoonCalendarProps extends ComponentProps<typeof FullCalendar> {
  readonly occurrences: readonly Occurrence[]
  readonly date: string
  readonly timeZone: string
}

/** A calendar that appears without its events at first if they are many. */
function SoonCalendar({ occurrences, date, timeZone, ...options }: SoonCalendarProps) {
  const visible = useSoon(occurrences, date)
  const events = useMemo(() => {
    const beside = eventsBesideTitles(visible)
    return visible.map((each) => inputFor(each, { zone: timeZone, isBeside: beside.has(each.key) }))
  }, [visible, timeZone])
  return <FullCalendar initialDate={date} {...{ timeZone, events }} {...options} />
}

/** The number of events whose drawing is not noticed. */
const eventsAtOnceMax = 100
const noOccurrences: readonly Occurrence[] = []

/** The events to draw: many of them only after the frame that answers the user, and none of another date. */
function useSoon(occurrences: readonly Occurrence[], date: string): readonly Occurrence[] {
  const current = useMemo(() => ({ occurrences, date }), [occurrences, date])
  const [visible, setVisible] = useState({ occurrences: noOccurrences, date })
  const isHeavy = Math.max(occurrences.length, visible.occurrences.length) > eventsAtOnceMax
  useEffect(() => {
    if (!isHeavy) return setVisible(current)
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(() => setVisible(current)))
    })
    return () => cancelAnimationFrame(frame)
  }, [current, isHeavy])
  if (!isHeavy) return occurrences
  return visible.date === date ? visible.occurrences : noOccurrences
}

function listenToSize(onChange: () => void): () => void {
  addEventListener('resize', onChange)
  return () => removeEventListener('resize', onChange)
}

/** The number of events that a day of a month has room for at most, with one for the link to more. */
const useRoomPerDay = (weeks: number): number =>
  useSyncExternalStore(listenToSize, () => Math.ceil(innerHeight / weeks / targetMin))

const nothingLeftOut: ReadonlyMap<string, number> = new Map()

/** The events that a view draws, and how many more each day has. */
function useDrawn({ view, date, zone, occurrences }: GridProps, wholeDay: string | undefined) {
  const range = useMemo(() => rangeOf(view, date), [view, date])
  const perDayMax = useRoomPerDay(range.start.until(range.end).days / 7)
  return useMemo(
    () =>
      view === 'month'
        ? monthEvents(occurrences, { range, zone, perDayMax, wholeDay })
        : { drawn: occurrences, leftOut: nothingLeftOut },
    [view, range, zone, occurrences, perDayMax, wholeDay],
  )
}

/** Whether the calendar library has measured texts and drawn again, after which nothing moves. */
function useMeasured(): boolean {
  const [isMeasured, setMeasured] = useState(false)
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setMeasured(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return isMeasured
}

interface InputOptions {
  readonly zone: string
  /** Whether another event may be beside the title. */
  readonly isBeside: boolean
}

function inputFor(occurrence: Occurrence, { zone, isBeside }: InputOptions): EventInput {
  const { key, event } = occurrence
  const wholeDay = isAllDay(event)
  const time = (each: EventTime) =>
    wholeDay ? each.date! : Temporal.Instant.from(each.dateTime!).toString({ timeZone: zone })
  return {
    id: key,
    title: titleOfEvent(event),
    start: time(event.start),
    end: time(event.end),
    allDay: wholeDay,
    editable: mayMove(occurrence),
    ...faceColors(occurrence),
    extendedProps: {
      occurrence,
      isBeside,
      ...(hasNoLength(event) && { moment: clockTime(momentOf(event.start, zone)) }),
    },
  }
}

/** Whether an event is at a moment. The calendar library draws it with the default length. */
const hasNoLength = ({ start, end }: CalendarEvent): boolean =>
  typeof start.dateTime === 'string' && momentMs(start.dateTime) === momentMs(end.dateTime ?? '')

const lengthOf = ({ start, end }: EventChangeInfo['event']): number => Number(end) - Number(start)

/** Where a pointer is; for other events, the middle of an element. */
function pointOf(event: UIEvent | undefined, element: HTMLElement): Point {
  if (event instanceof MouseEvent) return { x: event.clientX, y: event.clientY }
  const touch = event instanceof TouchEvent ? event.changedTouches[0] : undefined
  if (touch !== undefined) return { x: touch.clientX, y: touch.clientY }
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

const timeOf = (text: string, wholeDay: boolean, timeZone: string): EventTime =>
  wholeDay ? { date: text.slice(0, 10) } : { dateTime: text, timeZone }

/** An event that is dragged between the all-day row and the hours gets the default length. */
function defaultEnd(start: string, wholeDay: boolean, timeZone: string): string {
  if (wholeDay) return Temporal.PlainDate.from(start.slice(0, 10)).add({ days: 1 }).toString()
  const minutes = preferences().defaultMinutes
  return Temporal.Instant.from(start).add({ minutes }).toString({ timeZone })
}

/**
 * The header of a day in the week view. The accessible name of its link is the date, so that only the number
 * is text; the style sheet adds the weekday.
 */
function DayHead({ weekdayText, dayNumberText }: DayHeaderInfo) {
  return (
    <span className="day-head" data-weekday={weekdayText}>
      {dayNumberText}
    </span>
  )
}

/** The accessible name of a day number, which contains the number. */
const hintFor = (date: Temporal.PlainDate): string =>
  `${formatNumber(date.day)}, ${dateText(date, { dateStyle: 'full' })}`

/** The library represents a day by its start. */
const dayIn = (day: Date, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(day.getTime()).toZonedDateTimeISO(zone).toPlainDate()

/** The hour that the grid is scrolled to at first. */
const firstSeen = '[data-time="07:00:00"]'

/**
 * Scrolls to the morning, and to the date on a phone. The whole view scrolls, so that the keyboard can scroll it as
 * well.
 */
function useFirstSight(box: RefObject<HTMLElement | null>, view: string, date: string): void {
  useEffect(() => {
    const scrolled = box.current?.closest('.cal-view')
    const head = box.current?.querySelector(`[role="columnheader"][data-date="${date}"]`)
    if (view !== 'week' || !scrolled || !head) return
    // The width of the hours is known once the calendar has measured its texts and drawn again.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        const hours = box.current?.querySelector('[role="row"] > :first-child')?.clientWidth ?? 0
        const left = scrolled.getBoundingClientRect().left + hours
        scrolled.scrollLeft += head.getBoundingClientRect().left - left
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [box, view, date])
  useEffect(() => {
    const element = box.current
    const scrolled = element?.closest('.cal-view')
    if (view === 'month' || !element || !scrolled) return
    // Hours get their height only once the calendar has measured itself.
    const watching = new ResizeObserver(() => {
      const slot = element.querySelector(firstSeen)
      const offset = slot
        ? slot.getBoundingClientRect().top - element.getBoundingClientRect().top
        : 0
      if (offset < scrolled.clientHeight / 4) return
      const head = element.querySelector('[role="columnheader"]')?.clientHeight ?? 0
      scrolled.scrollTop = offset - 3 * head
      watching.disconnect()
    })
    watching.observe(element)
    return () => watching.disconnect()
  }, [box, view])
}
