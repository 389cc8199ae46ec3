import { isDate, isDateTime } from '#/contract/decode-text.ts'
import { badRequest } from '#/kernel/errors.ts'
import { instantIn, midnightIn } from '../domain/event/moment.ts'
import type { SeriesModel } from './series-models.ts'

/** The slot that a caller names by the start it would have, in the form of the wire. */
export function originalSlot(
  text: string | undefined,
  { model, zone }: { readonly model: SeriesModel; readonly zone: string },
): number | undefined {
  if (text === undefined) return undefined
  if (isDate(text)) return midnightIn(text)
  if (!isDateTime(text, true)) throw badRequest()
  return instantIn(text, model.startZone || zone)
}
