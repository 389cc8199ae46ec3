import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/index.ts'
import { formatNumber } from '../../locale/index.ts'
import { t } from '../../texts/developers.ts'
import { Button, Field, Outcome, Table, toast } from '../../ui/index.ts'

interface Fault {
  readonly operation: string
  readonly status?: number
  readonly reason?: string
  readonly delayMs?: number
  readonly count?: number
  readonly probability?: number
}

const path = '/_almanac/faults'
const key = ['workbench', 'faults']

/** The configured faults of operations. */
export function Faults() {
  const client = useQueryClient()
  const faults = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await api.get<{ faults?: readonly Fault[] }>(path, { signal })).faults ?? [],
    staleTime: 0,
  })
  const clear = useMutation({
    mutationFn: () => api.del(path),
    onSuccess: () => toast({ text: t.faultsCleared }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  return (
    <div className="stack">
      <FaultForm />
      <Outcome of={faults}>
        {(all) =>
          all.length === 0 ? (
            <p className="muted">{t.noFaults}</p>
          ) : (
            <>
              <Table
                label={t.tabs.faults}
                columns={[t.operation, t.response, t.delay, t.remaining, t.probability]}
              >
                {all.map((fault) => (
                  <tr key={JSON.stringify(fault)}>
                    <th scope="row">
                      <code>{fault.operation}</code>
                    </th>
                    <td>
                      {[fault.status, fault.reason].filter(Boolean).join(' ') || t.normalResponse}
                    </td>
                    <td>
                      {fault.delayMs === undefined
                        ? ''
                        : t.milliseconds(formatNumber(fault.delayMs))}
                    </td>
                    <td>{fault.count === undefined ? t.unlimited : formatNumber(fault.count)}</td>
                    <td>{formatNumber(fault.probability ?? 1, { style: 'percent' })}</td>
                  </tr>
                ))}
              </Table>
              <div className="row">
                <Button isBusy={clear.isPending} onClick={() => clear.mutate()}>
                  {t.clearFaults}
                </Button>
              </div>
            </>
          )
        }
      </Outcome>
    </div>
  )
}

const fields = [
  { name: 'operation', label: t.operation, type: 'text', placeholder: 'calendar.events.*' },
  { name: 'status', label: t.status, type: 'number', placeholder: '503' },
  { name: 'reason', label: t.reason, type: 'text', placeholder: 'backendError' },
  { name: 'delayMs', label: t.delayMs, type: 'number', placeholder: '0' },
  { name: 'count', label: t.count, type: 'number', placeholder: t.unlimited },
] as const

function FaultForm() {
  const client = useQueryClient()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const add = useMutation({
    mutationFn: () => {
      const entries = fields.flatMap(({ name, type }) => {
        const text = values[name]?.trim() ?? ''
        return text === '' ? [] : [[name, type === 'number' ? Number(text) : text]]
      })
      return api.post(path, { body: Object.fromEntries(entries) })
    },
    onError: () => {},
    onSuccess: () => setValues({}),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <form className="toolbar" aria-label={t.newFault} onSubmit={submit}>
      {fields.map(({ name, label, type, placeholder }) => (
        <Field
          key={name}
          label={label}
          {...(name === 'operation' && add.error ? { problem: add.error.message } : {})}
        >
          {(control) => (
            <input
              {...control}
              type={type}
              placeholder={placeholder}
              required={name === 'operation'}
              value={values[name] ?? ''}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <Button kind="main" type="submit" isBusy={add.isPending}>
        {t.add}
      </Button>
    </form>
  )
}
