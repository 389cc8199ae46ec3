import { useState } from 'react'
import { Dialog, Tabs } from '../../ui/index.ts'
import { useEntry } from '../event/event-query.ts'
import { Sharing } from '../sharing/sharing.tsx'
import { mayShare, nameOf } from '../state/calendars.ts'
import { isSubscribed } from '../wire/subscriptions.ts'
import { CalendarSettings } from './calendar-settings.tsx'
import { Files } from './files.tsx'
import { Leaving } from './leaving.tsx'
import { SubscriptionState } from './subscription.tsx'
import '../event/event.css'
import './calendars.css'
import { t } from '../../texts/calendar.ts'

type Name = 'settings' | 'subscription' | 'sharing' | 'files' | 'leaving'

/** Everything about one calendar. */
export function CalendarDialog({
  calendarId,
  onClose,
}: {
  calendarId: string
  onClose: () => void
}) {
  const entry = useEntry(calendarId)
  const [chosen, choose] = useState<Name>('settings')
  if (entry === undefined) return null
  const tabs = [
    { name: 'settings', label: t.tabs.settings },
    ...(isSubscribed(entry.id)
      ? [{ name: 'subscription', label: t.tabs.subscription } as const]
      : []),
    ...(mayShare(entry) ? [{ name: 'sharing', label: t.tabs.sharing } as const] : []),
    { name: 'files', label: t.tabs.files },
    ...(entry.primary ? [] : [{ name: 'leaving', label: t.tabs.leaving } as const]),
  ] as const
  return (
    <Dialog title={nameOf(entry)} size="wide" isOpen onClose={onClose}>
      <Tabs label={t.aboutCalendar} tabs={tabs} chosen={chosen} onChoose={choose}>
        {chosen === 'settings' && <CalendarSettings entry={entry} onDone={onClose} />}
        {chosen === 'subscription' && <SubscriptionState entry={entry} onDone={onClose} />}
        {chosen === 'sharing' && <Sharing calendarId={calendarId} />}
        {chosen === 'files' && <Files entry={entry} />}
        {chosen === 'leaving' && <Leaving entry={entry} onDone={onClose} />}
      </Tabs>
    </Dialog>
  )
}
