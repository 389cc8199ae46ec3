import { malformedWorkingLocationEvent } from '#/kernel/errors.ts'
import type { Event } from '../../schemas/event.ts'
import { withoutAbsent } from './without-absent.ts'

type Workplace = NonNullable<Event['workingLocationProperties']>

/** Where somebody works: the kind of place, and what is said about that kind. */
export function describedWorkplace(given: Workplace = {}): Workplace {
  const { type, homeOffice, officeLocation, customLocation } = given
  switch (type) {
    case 'homeOffice':
      return withoutAbsent({ type, homeOffice }) as Workplace
    case 'officeLocation':
      return withoutAbsent({ type, officeLocation }) as Workplace
    case 'customLocation':
      return withoutAbsent({ type, customLocation }) as Workplace
    default:
      throw malformedWorkingLocationEvent(
        'A working location has the type homeOffice, officeLocation or customLocation.',
      )
  }
}

/** What a working location is called where nobody has given it a title. */
export function workplaceTitle({ type, officeLocation, customLocation }: Workplace): string {
  if (type === 'homeOffice') return 'Home'
  if (type === 'officeLocation') return officeLocation?.label || 'Office'
  return customLocation?.label || 'Working location'
}
