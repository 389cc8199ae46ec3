import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, everyPage } from '../../api/index.ts'
import { formatMoment } from '../../locale/index.ts'
import { t } from '../../texts/developers.ts'
import { Button, EmptyState, Outcome, Page, Table, toast } from '../../ui/index.ts'
import { DevelopersNavigation } from '../developers-navigation.tsx'
import { Deliveries } from './deliveries.tsx'

export interface Channel {
  readonly key: string
  readonly id: string
  readonly watches: string
  readonly address: string
  readonly expiresAt: string
  readonly state: string
}

const path = '/almanac/v1/users/me/channels'
const channelsKey = ['account', 'channels']

/** Notification channels and their deliveries. */
export function ChannelsPage() {
  const channels = useQuery({
    queryKey: channelsKey,
    queryFn: ({ signal }) => everyPage<Channel>(path, { signal }),
  })
  return (
    <Page title={t.channels}>
      <DevelopersNavigation />
      <Outcome of={channels}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t.noChannels}>{t.noChannelsHint}</EmptyState>
          ) : (
            <ChannelTable channels={all} />
          )
        }
      </Outcome>
    </Page>
  )
}

function ChannelTable({ channels }: { channels: readonly Channel[] }) {
  const client = useQueryClient()
  const [shown, setShown] = useState<Channel>()
  const refresh = () => client.invalidateQueries({ queryKey: channelsKey })
  const stop = useMutation({
    mutationFn: ({ key }: Channel) => api.del(`${path}/${encodeURIComponent(key)}`),
    onSuccess: (_, { id }) => toast({ text: t.channelStopped(id) }),
    onSettled: refresh,
  })
  const redeliver = useMutation({
    mutationFn: ({ key }: Channel) => api.post(`${path}/${encodeURIComponent(key)}/redeliver`),
    onSuccess: () => toast({ text: t.notificationQueued }),
    onSettled: refresh,
  })
  return (
    <>
      <Table
        label={t.channels}
        columns={[
          t.channel,
          t.watches,
          t.webhook,
          t.state,
          t.expires,
          { label: t.actions, kind: 'hidden' },
        ]}
      >
        {channels.map((channel) => (
          <tr key={channel.key}>
            <th scope="row">{channel.id}</th>
            <td>{channel.watches}</td>
            <td>{channel.address}</td>
            <td>
              <span className={channel.state === 'retrying' ? 'badge alarm' : 'badge'}>
                {t.channelStates[channel.state] ?? channel.state}
              </span>
            </td>
            <td className="nowrap">{formatMoment(channel.expiresAt)}</td>
            <td className="actions">
              <Button
                kind="quiet"
                aria-label={t.logOf(channel.id)}
                onClick={() => setShown(channel)}
              >
                {t.log}
              </Button>
              <Button
                kind="quiet"
                aria-label={t.sendOn(channel.id)}
                onClick={() => redeliver.mutate(channel)}
              >
                {t.send}
              </Button>
              <Button
                kind="quiet"
                aria-label={t.stopChannel(channel.id)}
                onClick={() => stop.mutate(channel)}
              >
                {t.stop}
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      {shown !== undefined && (
        <Deliveries
          path={`${path}/${encodeURIComponent(shown.key)}/deliveries`}
          channelId={shown.id}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
}
