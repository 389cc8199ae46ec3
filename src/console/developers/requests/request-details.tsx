import { useQuery } from '@tanstack/react-query'
import { ApiProblem } from '../../api/index.ts'
import { formatNumber } from '../../locale/index.ts'
import { t } from '../../texts/developers.ts'
import { Outcome } from '../../ui/index.ts'
import { CodeBlock } from '../code/code-block.tsx'
import { indentedJson } from '../code/code-tokens.ts'
import { exchangeOf, type RecordedBody, type RequestRecord } from './requests.ts'

/** What is known about a request, with the bodies that were sent and received. */
export function RequestDetails({ request: { id, time } }: { request: RequestRecord }) {
  const exchange = useQuery(exchangeOf(id))
  const isUnavailable = exchange.error instanceof ApiProblem && exchange.error.status === 404
  return (
    <div className="stack">
      <dl className="facts">
        <dt>{t.requestId}</dt>
        <dd>
          <code>{id}</code>
        </dd>
        <dt>{t.time}</dt>
        <dd>
          <code>{time}</code>
        </dd>
        {exchange.data && (
          <>
            <dt>{t.url}</dt>
            <dd>
              <code className="wrapped">{exchange.data.url}</code>
            </dd>
          </>
        )}
      </dl>
      {isUnavailable ? (
        <p className="muted">{t.bodiesUnavailable}</p>
      ) : (
        <Outcome of={exchange}>
          {({ request, response }) => (
            <>
              <Body title={t.requestBody} body={request} />
              <Body title={t.responseBody} body={response} />
            </>
          )}
        </Outcome>
      )}
    </div>
  )
}

function Body({ title, body }: { title: string; body: RecordedBody | undefined }) {
  return (
    <div className="stack">
      <h3 className="body-title">{title}</h3>
      {body === undefined ? (
        <p className="muted">{t.noBody}</p>
      ) : body.text === undefined ? (
        <p className="muted">{t.binaryBody(formatNumber(body.bytes))}</p>
      ) : (
        <CodeBlock text={indentedJson(body.text)} language="json" label={title} />
      )}
      {body?.isTruncated && <p className="muted">{t.truncatedBody(formatNumber(body.bytes))}</p>}
    </div>
  )
}
