import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiProblem, call } from '../../api/index.ts'
import { formatNumber } from '../../locale/index.ts'
import { t } from '../../texts/developers.ts'
import { Button, ErrorNote, Field } from '../../ui/index.ts'
import { addressInWorld } from '../../world.ts'
import { CodeBlock } from '../code/code-block.tsx'
import { CodeSamples } from '../code/code-samples.tsx'
import { indentedJson } from '../code/code-tokens.ts'
import { type ApiOperation, calledPath, type Parameter } from './openapi.ts'

/** Parameters to start with. Operations that change or delete what there is have none. */
const initialValues = ({ id, method, parameters }: ApiOperation): Record<string, string> =>
  (method === 'GET' || id.endsWith('.insert')) &&
  parameters.some(({ name }) => name === 'calendarId')
    ? { calendarId: 'primary' }
    : {}

interface Answer {
  readonly status: number
  readonly tookMs: number
  readonly text: string
}

const shownMax = 100_000

/** A form to call an operation as the signed-in user. */
export function TryIt({ operation, example }: { operation: ApiOperation; example: string }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>(initialValues(operation))
  const [body, setBody] = useState(example)
  const run = useMutation({
    mutationFn: () => answerOf(operation, values, body),
    onError: () => {},
  })
  const url = addressInWorld(calledPath(operation, values))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run.mutate()
  }
  return (
    <form className="form" aria-label={t.tryOperation(operation.id)} onSubmit={submit}>
      <div className="parameters">
        {operation.parameters.map((parameter) => (
          <ParameterField
            key={parameter.name}
            parameter={parameter}
            value={values[parameter.name] ?? ''}
            onValue={(value) => setValues({ ...values, [parameter.name]: value })}
          />
        ))}
      </div>
      {operation.body !== undefined && (
        <Field label={t.bodyAsJson}>
          {(control) => (
            <textarea
              {...control}
              className="code"
              rows={Math.min(16, Math.max(4, example.split('\n').length))}
              spellCheck={false}
              value={body}
              onChange={(event) => setBody(event.target.value)}
            />
          )}
        </Field>
      )}
      <div className="row">
        <Button kind="main" type="submit" isBusy={run.isPending}>
          {t.sendRequest}
        </Button>
        <code>
          {operation.method} {url}
        </code>
      </div>
      {run.error && <ErrorNote error={run.error} />}
      {run.data !== undefined && <ShownAnswer answer={run.data} />}
      <CodeSamples
        call={{
          method: operation.method,
          url,
          body: operation.body === undefined ? undefined : body,
        }}
      />
    </form>
  )
}

function ShownAnswer({ answer: { status, tookMs, text } }: { answer: Answer }) {
  return (
    <section className="stack" aria-label={t.response}>
      <p role="status">
        <span className={status >= 400 ? 'badge alarm' : 'badge'}>{status}</span>{' '}
        {t.milliseconds(formatNumber(tookMs, { maximumFractionDigits: 0 }))}
      </p>
      {text !== '' && <CodeBlock text={text} language="json" label={t.responseBody} />}
    </section>
  )
}

interface ParameterFieldProps {
  readonly parameter: Parameter
  readonly value: string
  readonly onValue: (value: string) => void
}

function ParameterField({ parameter, value, onValue }: ParameterFieldProps) {
  const { name, required = false, description, schema } = parameter
  const values = schema.type === 'boolean' ? ['true', 'false'] : schema.enum
  return (
    <Field label={required ? t.requiredParameter(name) : name} hint={description}>
      {(control) =>
        values === undefined ? (
          <input
            {...control}
            required={required && parameter.in === 'path'}
            autoComplete="off"
            value={value}
            onChange={(event) => onValue(event.target.value)}
          />
        ) : (
          <select {...control} value={value} onChange={(event) => onValue(event.target.value)}>
            <option value="">{t.notSet}</option>
            {values.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        )
      }
    </Field>
  )
}

async function answerOf(
  operation: ApiOperation,
  values: Readonly<Record<string, string>>,
  body: string,
): Promise<Answer> {
  const began = performance.now()
  const options =
    operation.body === undefined ? {} : { body, headers: { 'Content-Type': 'application/json' } }
  try {
    const reply = await call(operation.method, calledPath(operation, values), options)
    const text = indentedJson(await reply.text()).slice(0, shownMax)
    return { status: reply.status, tookMs: performance.now() - began, text }
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status === 0) throw error
    const { status, reason, serverMessage: message, location } = error
    const text = JSON.stringify({ reason, message, location }, null, 2)
    return { status, tookMs: performance.now() - began, text }
  }
}
