import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { dateFormat, nowMs, timeZone } from '../../locale/index.ts'
import { t } from '../../texts/shared.ts'
import { Button } from '../../ui/index.ts'
import { settingStorage, storageKey } from '../../world.ts'
import { useCalendars } from '../state/calendars.ts'
import { keys } from '../state/keys.ts'
import { listReminded } from '../wire/events.ts'
import { type DueReminder, dueReminders, type Reminded, type ReminderLog } from './due-reminders.ts'
import './reminder-cards.css'

const checkEveryMs = 15_000
const refetchEveryMs = 10 * 60_000
/** A hidden tab waits, so that a visible one shows the reminder. */
const hiddenDelayMs = 3_000

/** Shows notifications of events while the console is open, in one tab: as cards and as those of the system. */
export function ReminderCards() {
  const calendars = useReminded()
  const [shown, setShown] = useState<readonly DueReminder[]>([])
  const check = useEffectEvent(async () => {
    const fresh = await withReminderLog((log, record) => {
      const due = dueReminders(calendars, nowMs(), log)
      for (const { key } of due) record(key, Number.POSITIVE_INFINITY)
      return due
    })
    if (fresh.length === 0) return
    setShown((before) => [...before, ...fresh])
    for (const each of fresh) notify(each)
  })
  useEffect(() => {
    const run = () => void check()
    const soon = setTimeout(run, document.hidden ? hiddenDelayMs : 0)
    const timer = setInterval(
      () => setTimeout(run, document.hidden ? hiddenDelayMs : 0),
      checkEveryMs,
    )
    return () => {
      clearTimeout(soon)
      clearInterval(timer)
    }
  }, [calendars])
  const close = (key: string) => setShown((before) => before.filter((each) => each.key !== key))
  return (
    <section className="reminder-cards" aria-label={t.reminder.title} aria-live="polite">
      {shown.map((reminder) => (
        <Card key={reminder.key} reminder={reminder} onClose={() => close(reminder.key)} />
      ))}
    </section>
  )
}

/** The events of all calendars that reminders can be about: up to four weeks ahead, the longest reminder. */
function useReminded(): readonly Reminded[] {
  const { data: calendars = [] } = useCalendars()
  return useQueries({
    queries: calendars.map(({ id, defaultReminders = [] }) => ({
      queryKey: [...keys.eventsOf(id), 'reminded'],
      queryFn: ({ signal }: { signal: AbortSignal }) => listReminded(id, nowMs(), signal),
      refetchInterval: refetchEveryMs,
      select: (events: Reminded['events']) => ({ calendarId: id, events, defaultReminders }),
    })),
    combine: (results) => results.flatMap(({ data }) => (data === undefined ? [] : [data])),
  })
}

function Card({ reminder, onClose }: { reminder: DueReminder; onClose: () => void }) {
  const navigate = useNavigate()
  const [permission, setPermission] = useState(
    'Notification' in window ? Notification.permission : 'denied',
  )
  const { event, key } = reminder
  const title = titleOf(reminder)
  const open = () => {
    onClose()
    const date = new Intl.DateTimeFormat('sv-SE', { timeZone: timeZone() }).format(reminder.startMs)
    void navigate({ to: '/calendar/{-$view}/{-$date}', params: { view: 'day', date } })
  }
  return (
    <div className="reminder-card" role="alert">
      <p className="reminder-title">{title}</p>
      <p>{whenWords(reminder)}</p>
      {event.location !== undefined && <p className="muted">{event.location}</p>}
      <div className="row">
        <Button
          onClick={() => {
            void recordSnoozed(key)
            onClose()
          }}
        >
          {t.reminder.snooze}
        </Button>
        <Button onClick={open}>{t.reminder.show}</Button>
        <Button kind="main" aria-label={t.reminder.dismissNamed(title)} onClick={onClose}>
          {t.dismiss}
        </Button>
      </div>
      {permission === 'default' && (
        <Button
          kind="quiet"
          onClick={() => void Notification.requestPermission().then(setPermission)}
        >
          {t.reminder.turnOnNotifications}
        </Button>
      )}
    </div>
  )
}

function notify(reminder: DueReminder): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const notification = new Notification(titleOf(reminder), {
    body: [whenWords(reminder), reminder.event.location].filter(Boolean).join('\n'),
    tag: reminder.key,
  })
  notification.onclick = () => window.focus()
}

const titleOf = ({ event }: DueReminder): string => event.summary || t.reminder.noTitle

function whenWords({ event, startMs }: DueReminder): string {
  if (typeof event.start.date === 'string') {
    return dateFormat({ dateStyle: 'full' }).format(startMs)
  }
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone: timeZone() }).format(
    startMs,
  )
}

const logKey = storageKey('reminders')
const entriesMax = 500

/**
 * Reads and changes the log of shown reminders. All tabs share it, and one at a time has it, so that only one
 * shows a reminder.
 */
async function withReminderLog<T>(
  use: (log: ReminderLog, record: (key: string, untilMs: number) => void) => T,
): Promise<T> {
  return navigator.locks.request(logKey, () => {
    const entries = entriesIn(settingStorage().getItem(logKey))
    const result = use(Object.fromEntries(entries), (name, untilMs) => {
      const others = entriesIn(settingStorage().getItem(logKey)).filter(([each]) => each !== name)
      // JSON has no infinity: null is forever.
      const kept = [...others, [name, untilMs]].slice(-entriesMax)
      settingStorage().setItem(logKey, JSON.stringify(kept))
    })
    return result
  })
}

function entriesIn(text: string | null): [string, number][] {
  try {
    const stored = JSON.parse(text ?? '[]') as [string, number | null][]
    return stored.map(([name, untilMs]) => [name, untilMs ?? Number.POSITIVE_INFINITY])
  } catch {
    return []
  }
}

const snoozeMs = 5 * 60_000

const recordSnoozed = (name: string) =>
  withReminderLog((_, record) => record(name, nowMs() + snoozeMs))
