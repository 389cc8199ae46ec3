import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../api/index.ts'
import { formatMoment, momentMs, wireTime } from '../../locale/index.ts'
import { t } from '../../texts/developers.ts'
import { Button, Field, Outcome, toast } from '../../ui/index.ts'

interface ClockState {
  readonly now: string
  readonly frozen?: boolean
}

type ClockChange = { now: string } | { advance: string } | { frozen: boolean } | { reset: true }

const path = '/_almanac/clock'
const key = ['workbench', 'clock']

const steps = [
  ['PT1M', t.steps.minute],
  ['PT1H', t.steps.hour],
  ['P1D', t.steps.day],
  ['P7D', t.steps.week],
] as const

/** The UTC time of a `datetime-local` input, which omits zero seconds. */
export const utcMoment = (moment: string): string =>
  `${moment.length === 'yyyy-mm-ddThh:mm'.length ? `${moment}:00` : moment}Z`

const secondMs = 1_000

/** The time of the server, which advances unless it is frozen. */
function Ticking({ now, isFrozen }: { now: string; isFrozen: boolean }) {
  const [passedMs, setPassed] = useState(0)
  useEffect(() => {
    if (isFrozen) return
    const began = performance.now()
    const timer = setInterval(() => setPassed(performance.now() - began), secondMs)
    return () => clearInterval(timer)
  }, [isFrozen])
  const shown = wireTime(momentMs(now) + passedMs)
  return <time dateTime={shown}>{formatMoment(shown, 'exact')}</time>
}

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
      toast({ text: t.clockSet(formatMoment(state.now, 'exact')) })
    },
  })
  return (
    <Outcome of={clock}>
      {({ now, frozen = false }) => (
        <div className="stack">
          <p className="clock">
            <Ticking key={`${clock.dataUpdatedAt}`} now={now} isFrozen={frozen} />{' '}
            {frozen && <span className="badge">{t.frozen}</span>}
          </p>
          <div className="row">
            {steps.map(([advance, words]) => (
              <Button key={advance} onClick={() => set.mutate({ advance })}>
                {t.advance(words)}
              </Button>
            ))}
          </div>
          <div className="row">
            <Button onClick={() => set.mutate({ frozen: !frozen })}>
              {frozen ? t.resume : t.freeze}
            </Button>
            <Button onClick={() => set.mutate({ reset: true })}>{t.resetClock}</Button>
          </div>
          <form
            className="toolbar"
            onSubmit={(event) => {
              event.preventDefault()
              set.mutate({ now: utcMoment(moment) })
            }}
          >
            <Field label={t.setTo}>
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
            <Button type="submit">{t.set}</Button>
          </form>
        </div>
      )}
    </Outcome>
  )
}
