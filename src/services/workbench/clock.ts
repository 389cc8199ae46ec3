import { boolean, object, string, type TypeOf } from '#/contract/schema.ts'
import type { ClockSetting, SettableClock } from '#/kernel/clock.ts'
import { invalidField, requiredField } from '#/kernel/errors.ts'
import { adoptClock, keepClock } from './clock-setting.ts'
import { operation } from './operation.ts'

const ClockState = object('ClockState', {
  now: string({ about: 'The time it is here: an RFC 3339 moment.' }),
  advance: string({
    about:
      'Moves the clock: seconds, or a duration such as `PT90M` or `P1D`; a minus turns it back.',
  }),
  frozen: boolean({ about: 'Whether the clock is frozen.' }),
  reset: boolean({ about: "Goes back to the machine's own time." }),
})

type ClockState = TypeOf<typeof ClockState>

const getClock = operation(
  {
    id: 'workbench.clock.get',
    http: 'GET /clock',
    summary: 'Returns the clock of the server.',
    reply: ClockState,
  },
  async ({ clock }) => clockState(clock),
)

const setClock = operation(
  {
    id: 'workbench.clock.set',
    http: 'POST /clock',
    summary: 'Sets or moves the clock of the server.',
    body: ClockState,
    reply: ClockState,
  },
  async ({ body, clock, database, clockJobs, enqueue }) => {
    const { now, advance, reset, frozen = clock.setting.mode === 'frozen' } = body
    if (
      now === undefined &&
      advance === undefined &&
      reset === undefined &&
      body.frozen === undefined
    ) {
      throw requiredField('Missing now, advance, frozen or reset.')
    }
    const atMs = reset ? clock.machineMs() : targetMs({ now, advance }, clock.nowMs())
    const setting = startingAt(atMs, reset ? (body.frozen ?? false) : frozen)
    await keepClock({ database, enqueue, jobs: clockJobs(atMs) }, setting)
    await adoptClock(database, clock)
    return clockState(clock)

    function startingAt(atMs: number, isFrozen: boolean): ClockSetting {
      return isFrozen
        ? { mode: 'frozen', atMs }
        : { mode: 'offset', offsetMs: atMs - clock.machineMs() }
    }
  },
)

export const clockOperations = [getClock, setClock]

/** The time to set, and how far to move it. */
interface ClockChange {
  readonly now: string | undefined
  readonly advance: string | undefined
}

// Beyond these, stamps would no longer print as dates of four digits.
const earliestMs = 0
const latestMs = 253_402_300_799_999

function targetMs({ now, advance }: ClockChange, currentMs: number): number {
  try {
    const start = now === undefined ? currentMs : Temporal.Instant.from(now).epochMilliseconds
    const end = advance === undefined ? start : start + durationMs(advance)
    if (end >= earliestMs && end <= latestMs) return end
  } catch {
    // Whatever cannot be read is refused below.
  }
  throw invalidField('Invalid time: now is an RFC 3339 moment, advance seconds or a duration.')
}

function durationMs(text: string): number {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000)
  // Days and weeks are taken as whole multiples of 24 hours: a clock knows no zone.
  const total = Temporal.Duration.from(text).total({
    unit: 'millisecond',
    relativeTo: Temporal.PlainDateTime.from('2000-01-01T00:00'),
  })
  return Math.round(total)
}

const clockState = (clock: SettableClock): ClockState => ({
  now: clock.now().toString({ smallestUnit: 'millisecond' }),
  frozen: clock.setting.mode === 'frozen',
})
