import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatMoment, formatNumber } from '../../locale/index.ts'
import { t } from '../../texts/calendar.ts'
import { messageForUser } from '../../texts/server-messages.ts'
import { Button, Outcome } from '../../ui/index.ts'
import { nameOf } from '../state/calendars.ts'
import { deleteCalendar } from '../wire/calendars.ts'
import {
  insertSubscription,
  refreshSubscription,
  type Subscription,
  subscriptions,
} from '../wire/subscriptions.ts'
import type { CalendarEntry } from '../wire/types.ts'
import { useListChange } from './list-change.ts'

interface SubscriptionStateProps {
  readonly entry: CalendarEntry
  readonly onDone: () => void
}

/** The feed that a calendar follows: when it was read, what was wrong with it, and how to end it. */
export function SubscriptionState({ entry, onDone }: SubscriptionStateProps) {
  const client = useQueryClient()
  const change = useListChange()
  const name = nameOf(entry)
  const all = useQuery(subscriptions)
  const refresh = () =>
    change(async () => {
      await refreshSubscription(entry.id)
      await client.invalidateQueries({ queryKey: subscriptions.queryKey })
      return { text: t.refreshStarted(name) }
    })
  const unsubscribe = ({ address }: Subscription) =>
    change(async () => {
      await deleteCalendar(entry.id)
      return {
        text: t.unsubscribed(name),
        undo: () => insertSubscription({ address, summary: name }),
      }
    }).then((isDone) => isDone && onDone())
  return (
    <Outcome of={all}>
      {(each) =>
        each
          .filter(({ calendarId }) => calendarId === entry.id)
          .map((subscription) => (
            <div key={entry.id} className="stack">
              <Facts subscription={subscription} />
              <div className="row">
                <Button onClick={() => void refresh()}>{t.refreshNow}</Button>
                <Button kind="alarm" onClick={() => void unsubscribe(subscription)}>
                  {t.unsubscribe}
                </Button>
              </div>
            </div>
          ))
      }
    </Outcome>
  )
}

function Facts({ subscription }: { subscription: Subscription }) {
  const { address, lastRefresh, nextRefresh, error, skippedEvents } = subscription
  return (
    <>
      {error !== undefined && (
        <p role="alert" className="note">
          {t.refreshFailed(messageForUser(error))}
        </p>
      )}
      <dl className="facts">
        <dt>{t.feedAddress}</dt>
        <dd>{address}</dd>
        <dt>{t.lastRefreshed}</dt>
        <dd>{lastRefresh === undefined ? t.notYet : formatMoment(lastRefresh)}</dd>
        <dt>{t.nextRefresh}</dt>
        <dd>{formatMoment(nextRefresh)}</dd>
        {skippedEvents > 0 && (
          <>
            <dt>{t.skippedEvents}</dt>
            <dd>{formatNumber(skippedEvents)}</dd>
          </>
        )}
      </dl>
    </>
  )
}
