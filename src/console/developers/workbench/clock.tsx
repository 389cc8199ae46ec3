import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/index.ts'
import { formatMoment } from '../../locale/index.ts'
import { Button, Field, Outcome, toast } from '../../ui/index.ts'

interface ClockState {
  readonly now: string
  readonly frozen?: boolean
}

type ClockChange = { now: string } | { advance: string } | { frozen: boolean } | { reset: true }

const path = '/_almanac/clock'
const key = ['workbench', 'clock']

const steps = [
  ['PT1M', '1 minute'],
  ['PT1H', '1 hour'],
  ['P1D', '1 day'],
  ['P7D', '1 week'],
] as const

/** The UTC time of a `datetime-local` input, which omits zero seconds. */
export const utcMoment = (moment: string): string =>
  `${moment.length === 'yyyy-mm-ddThh:mm'.length ? `${moment}:00` : moment}Z`

/** The clock of the server. */
export function Clock() {
  const client = useQueryClient()
  const clock = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<ClockState>(path, { signal }),
    staleTime: 0,
  })
  const [moment, setMoment] = useState('')
  const set = useMutation({
    mutationFn: (body: ClockChange) => api.post<ClockState>(path, { body }),
    onSuccess: (state) => {
      client.setQueryData(key, state)
      toast({ text: `It is ${formatMoment(state.now, 'exact')} for the server.` })
    },
  })
  return (
    <Outcome of={clock}>
      {({ now, frozen = false }) => (
        <div className="stack">
          <p className="clock">
            <time dateTime={now}>{formatMoment(now, 'exact')}</time>{' '}
            {frozen && <span className="badge">Frozen</span>}
          </p>
          <div className="row">
            {steps.map(([advance, words]) => (
              <Button key={advance} onClick={() => set.mutate({ advance })}>
                Forward {words}
              </Button>
            ))}
          </div>
          <div className="row">
            <Button onClick={() => set.mutate({ frozen: !frozen })}>
              {frozen ? 'Let it go on' : 'Freeze'}
            </Button>
            <Button onClick={() => set.mutate({ reset: true })}>
              Back to the time of the machine
            </Button>
          </div>
          <form
            className="toolbar"
            onSubmit={(event) => {
              event.preventDefault()
              set.mutate({ now: utcMoment(moment) })
            }}
          >
            <Field label="Set to, in UTC">
              {(control) => (
                <input
                  {...control}
                  type="datetime-local"
                  step={1}
                  required
                  value={moment}
                  onChange={(event) => setMoment(event.target.value)}
                />
              )}
            </Field>
            <Button type="submit">Set</Button>
          </form>
        </div>
      )}
    </Outcome>
  )
}
