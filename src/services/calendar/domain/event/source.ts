import { invalidField } from '#/kernel/errors.ts'
import type { Event } from '../../schemas/event.ts'
import { isWebAddress } from './web-address.ts'
import { withoutAbsent } from './without-absent.ts'

/** Where an event came from. */
export interface EventSource {
  readonly url?: string
  readonly title?: string
}

export function describedSource(given: Event['source']): EventSource | undefined {
  if (!given?.url && !given?.title) return undefined
  const { url, title } = given
  if (url && !isWebAddress(url)) throw invalidField('Invalid source URL: http or https is needed.')
  return withoutAbsent({ url: url || undefined, title: title || undefined }) as EventSource
}
