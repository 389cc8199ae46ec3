import type { SettableClock } from '#/kernel/clock.ts'
import type { ClockState } from '../schemas/clock.ts'

export const clockState = (clock: SettableClock): ClockState => ({
  now: clock.now().toString({ smallestUnit: 'millisecond' }),
  frozen: clock.setting.mode === 'frozen',
})
