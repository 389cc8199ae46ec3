import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/index.ts'
import { formatNumber } from '../../locale/index.ts'
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
    onSuccess: () => toast({ text: 'All faults are gone.' }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  return (
    <div className="stack">
      <FaultForm />
      <Outcome of={faults}>
        {(all) =>
          all.length === 0 ? (
            <p className="muted">There are no faults: every operation answers as it should.</p>
          ) : (
            <>
              <Table label="Faults" columns={['Operation', 'Answer', 'Delay', 'Left', 'Likely']}>
                {all.map((fault) => (
                  <tr key={JSON.stringify(fault)}>
                    <th scope="row">
                      <code>{fault.operation}</code>
                    </th>
                    <td>{[fault.status, fault.reason].filter(Boolean).join(' ') || 'Its own'}</td>
                    <td>
                      {fault.delayMs === undefined ? '' : `${formatNumber(fault.delayMs)} ms`}
                    </td>
                    <td>{fault.count === undefined ? 'No end' : formatNumber(fault.count)}</td>
                    <td>{formatNumber(fault.probability ?? 1, { style: 'percent' })}</td>
                  </tr>
                ))}
              </Table>
              <div className="row">
                <Button isBusy={clear.isPending} onClick={() => clear.mutate()}>
                  Clear all faults
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
  { name: 'operation', label: 'Operation', type: 'text', placeholder: 'calendar.events.*' },
  { name: 'status', label: 'Status', type: 'number', placeholder: '503' },
  { name: 'reason', label: 'Reason', type: 'text', placeholder: 'backendError' },
  { name: 'delayMs', label: 'Delay in ms', type: 'number', placeholder: '0' },
  { name: 'count', label: 'How often', type: 'number', placeholder: 'No end' },
] as const

function FaultForm() {
  const client = useQueryClient()
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({})
  const add = useMutation({
    mutationFn: () => {
      const entries = fields.flatMap(({ name, type }) => {
        const text = given[name]?.trim() ?? ''
        return text === '' ? [] : [[name, type === 'number' ? Number(text) : text]]
      })
      return api.post(path, { body: Object.fromEntries(entries) })
    },
    onError: () => {},
    onSuccess: () => setGiven({}),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <form className="toolbar" aria-label="New fault" onSubmit={submit}>
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
              value={given[name] ?? ''}
              onChange={(event) => setGiven({ ...given, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <Button kind="main" type="submit" isBusy={add.isPending}>
        Add
      </Button>
    </form>
  )
}
