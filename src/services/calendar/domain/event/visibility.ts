import type { Event } from '../../schemas/event.ts'
import type { EventType } from './event-type.ts'
import { memberOf } from './member.ts'
import { typeRules } from './type-rules.ts'

const transparencies = ['opaque', 'transparent']
const visibilities = ['default', 'public', 'private', 'confidential']

/** Whether an event of the type blocks time and who sees it; what is at the default is left out. */
export function describedVisibility(type: EventType, draft: Event) {
  const transparency = settled('transparency', {
    type,
    given: memberOf(transparencies, draft.transparency, 'transparency'),
  })
  const visibility = settled('visibility', {
    type,
    given: memberOf(visibilities, draft.visibility, 'visibility'),
  })
  return {
    transparency: transparency === 'opaque' ? undefined : transparency,
    visibility: visibility === 'default' ? undefined : visibility,
  }
}

// What a type settles is there by itself, and nothing else can be asked for.
function settled(
  name: 'transparency' | 'visibility',
  { type, given }: { readonly type: EventType; readonly given: string | undefined },
): string | undefined {
  const { [name]: fixed, refusal } = typeRules[type]
  if (fixed === undefined) return given
  if ((given ?? fixed) !== fixed) throw refusal(`The ${name} of such an event is ${fixed}.`)
  return fixed
}
