import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/index.ts'
import { formatMoment } from '../../locale/index.ts'
import { t } from '../../texts/developers.ts'
import { RefreshIcon } from '../../ui/icons.tsx'
import { Button, Outcome } from '../../ui/index.ts'

interface Mail {
  readonly id: string
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly calendar?: string
  readonly state: string
  readonly error?: string
  readonly createdAt: string
}

/** The mail of the server, sent or not, newest first. */
export function Outbox() {
  const outbox = useQuery({
    queryKey: ['workbench', 'outbox'],
    queryFn: ({ signal }) => api.get<{ mails?: readonly Mail[] }>('/_almanac/outbox', { signal }),
    staleTime: 0,
  })
  return (
    <div className="stack">
      <div className="row">
        <Button
          icon={<RefreshIcon />}
          isBusy={outbox.isFetching}
          onClick={() => void outbox.refetch()}
        >
          {t.refresh}
        </Button>
      </div>
      <Outcome of={outbox}>
        {({ mails = [] }) =>
          mails.length === 0 ? (
            <p className="muted">{t.noMail}</p>
          ) : (
            <ul className="stack plain-list" aria-label={t.mail}>
              {mails.toReversed().map((mail) => (
                <li key={mail.id} className="card">
                  <details>
                    <summary>
                      <bdi>{mail.subject}</bdi> <span className="badge">{mail.state}</span>
                    </summary>
                    <pre className="mail">{mail.text}</pre>
                    {mail.calendar && <pre className="mail">{mail.calendar}</pre>}
                  </details>
                  <p className="muted">
                    {t.mailTo} <bdi>{mail.to}</bdi>, {formatMoment(mail.createdAt, 'exact')}
                    {mail.error && `: ${mail.error}`}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Outcome>
    </div>
  )
}
