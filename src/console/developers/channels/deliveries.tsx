import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/index.ts'
import { formatMoment, formatNumber } from '../../locale/index.ts'
import { t } from '../../texts/developers.ts'
import { RefreshIcon } from '../../ui/icons.tsx'
import { Button, Dialog, Outcome, Table } from '../../ui/index.ts'

interface Delivery {
  readonly messageNumber: string
  readonly state: string
  readonly attempt: number
  readonly outcome: string
  readonly status?: number
  readonly error?: string
  readonly beganAt: string
  readonly durationMs: number
}

interface DeliveriesProps {
  readonly path: string
  readonly channelId: string
  readonly onClose: () => void
}

/** The latest deliveries of a channel. */
export function Deliveries({ path, channelId, onClose }: DeliveriesProps) {
  const deliveries = useQuery({
    queryKey: ['account', 'deliveries', path],
    queryFn: async ({ signal }) =>
      (await api.get<{ items?: readonly Delivery[] }>(path, { signal })).items ?? [],
    staleTime: 0,
  })
  return (
    <Dialog
      title={t.deliveriesOf(channelId)}
      isOpen
      onClose={onClose}
      size="wide"
      actions={
        <Button
          icon={<RefreshIcon />}
          isBusy={deliveries.isFetching}
          onClick={() => void deliveries.refetch()}
        >
          {t.refresh}
        </Button>
      }
    >
      <Outcome of={deliveries}>
        {(all) =>
          all.length === 0 ? (
            <p className="muted">{t.noDeliveries}</p>
          ) : (
            <Table
              label={t.deliveries}
              columns={[
                t.sent,
                t.message,
                t.attempt,
                t.outcome,
                { label: t.duration, kind: 'number' },
              ]}
            >
              {all.map((one) => (
                <tr key={`${one.messageNumber} ${one.attempt} ${one.beganAt}`}>
                  <td className="nowrap">{formatMoment(one.beganAt, 'exact')}</td>
                  <td>{t.messageState(one.messageNumber, one.state)}</td>
                  <td>{one.attempt}</td>
                  <td>
                    <span className={one.outcome === 'delivered' ? 'badge' : 'badge alarm'}>
                      {t.deliveryOutcomes[one.outcome] ?? one.outcome}
                    </span>{' '}
                    {one.status ?? one.error}
                  </td>
                  <td className="number nowrap">{t.milliseconds(formatNumber(one.durationMs))}</td>
                </tr>
              ))}
            </Table>
          )
        }
      </Outcome>
    </Dialog>
  )
}
