import { requiredField } from '#/kernel/errors.ts'
import type { Event } from '../../schemas/event.ts'
import type { EventType } from './event-type.ts'
import { memberOf } from './member.ts'
import { withoutAbsent } from './without-absent.ts'
import { describedWorkplace, workplaceTitle } from './workplace.ts'

const declineModes = [
  'declineNone',
  'declineAllConflictingInvitations',
  'declineOnlyNewConflictingInvitations',
]
const chatStatuses = ['available', 'doNotDisturb']

export type TypeProperties = Pick<
  Event,
  | 'workingLocationProperties'
  | 'outOfOfficeProperties'
  | 'focusTimeProperties'
  | 'birthdayProperties'
>

/** The properties that only events of the type have. Those stored stay where a body has none. */
export function describedTypeProperties(
  type: EventType,
  draft: TypeProperties,
  stored: TypeProperties = noProperties,
): TypeProperties {
  const said = <K extends keyof TypeProperties>(name: K) => draft[name] ?? stored[name]
  switch (type) {
    case 'focusTime':
      return { focusTimeProperties: focus(said('focusTimeProperties')) }
    case 'outOfOffice':
      return { outOfOfficeProperties: absence(said('outOfOfficeProperties')) }
    case 'workingLocation':
      return { workingLocationProperties: describedWorkplace(said('workingLocationProperties')) }
    case 'birthday':
      return { birthdayProperties: stored.birthdayProperties ?? { type: 'birthday' } }
    default:
      return noProperties
  }
}

const noProperties: TypeProperties = {}

function focus(given: TypeProperties['focusTimeProperties']) {
  if (given === undefined) throw requiredField('Missing focus time properties.')
  return withoutAbsent({
    ...given,
    autoDeclineMode: memberOf(declineModes, given.autoDeclineMode, 'auto decline mode'),
    chatStatus: memberOf(chatStatuses, given.chatStatus, 'chat status'),
  })
}

function absence(given: TypeProperties['outOfOfficeProperties']) {
  if (given === undefined) throw requiredField('Missing out of office properties.')
  return withoutAbsent({
    ...given,
    autoDeclineMode: memberOf(declineModes, given.autoDeclineMode, 'auto decline mode'),
  })
}

/** What an event of the type is called where nobody has given it a title. */
export function defaultTitle(type: EventType, properties: TypeProperties): string | undefined {
  if (type === 'focusTime') return 'Focus time'
  if (type === 'outOfOffice') return 'Out of office'
  const workplace = properties.workingLocationProperties
  return workplace && workplaceTitle(workplace)
}
