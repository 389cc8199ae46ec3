import { invalidField } from '#/kernel/errors.ts'
import { palette } from '../calendar/palette.ts'
import type { Event } from '../schemas/event.ts'
import type { EventContext } from './event-content.ts'

type ColorAndLabel = Pick<Event, 'colorId' | 'eventLabelId'>

/** The colour and the label of an event. A call writes one of them, and the other stays. */
export function describedColorAndLabel(
  draft: ColorAndLabel,
  stored: ColorAndLabel | undefined,
  { calendar, reading }: EventContext,
): { [K in keyof ColorAndLabel]-?: string | undefined } {
  return reading.eventLabelVersion === 0
    ? { colorId: describedColor(draft.colorId), eventLabelId: stored?.eventLabelId }
    : {
        colorId: stored?.colorId,
        eventLabelId: describedLabel(draft, stored, calendar.labelIds),
      }
}

function describedColor(colorId: string | undefined): string | undefined {
  if (!colorId) return undefined
  if (!Object.hasOwn(palette.event ?? {}, colorId)) throw invalidField('Invalid color id.')
  return colorId
}

// A label that the calendar no longer has can stay, but not be given anew.
function describedLabel(
  { eventLabelId }: ColorAndLabel,
  stored: ColorAndLabel | undefined,
  labelIds: ReadonlySet<string>,
): string | undefined {
  if (!eventLabelId) return undefined
  const isKnown = labelIds.has(eventLabelId) || eventLabelId === stored?.eventLabelId
  if (!isKnown) throw invalidField('Invalid event label id.')
  return eventLabelId
}
