import { boolean, object, string, type TypeOf } from '#/contract/schema.ts'

export const ClockState = object('ClockState', {
  now: string({ about: 'The time it is here: an RFC 3339 moment.' }),
  advance: string({
    about:
      'Moves the clock: seconds, or a duration such as `PT90M` or `P1D`; a minus turns it back.',
  }),
  frozen: boolean({ about: 'The clock stands still.' }),
  reset: boolean({ about: "Goes back to the machine's own time." }),
})

export type ClockState = TypeOf<typeof ClockState>
