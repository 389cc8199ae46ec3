import type { Handle } from '#/http/wire.ts'
import { wholeBody } from '#/http/wire.ts'
import { type Refusal, refusalFrom } from '#/kernel/errors.ts'
import type { Arrival, CallableOperations } from './operation-client.ts'

export interface ChangeListeners {
  /** Called with the id of a calendar whose events have changed; undefined if any may have. */
  readonly onChange: (calendarId: string | undefined) => void
  readonly onEnd: () => void
}

/** Reports the changes of the caller's calendars. Returns what ends it, or throws the error of the operation. */
export type WatchChanges = (listeners: ChangeListeners) => Promise<() => void>

const operation = 'calendar.stream.open'

/** Opens the push stream of the caller, with all rules of the wire. */
export const changeFeed =
  (
    { handle, operations }: { readonly handle: Handle; readonly operations: CallableOperations },
    { request, authorization }: Pick<Arrival, 'request' | 'authorization'>,
  ): WatchChanges =>
  async ({ onChange, onEnd }) => {
    const callable = operations.get(operation)!
    const { id, peer, origin, prefix } = request
    const reply = await handle({
      id,
      peer,
      origin,
      prefix,
      method: callable.method,
      target: callable.target({}),
      headers: { authorization },
      body: undefined,
      isBatchPart: false,
    })
    if (reply.stream === undefined) {
      const { error } = JSON.parse(wholeBody(reply.body!).toString()) as {
        error: { errors: Refusal[] }
      }
      throw refusalFrom(reply.status, error.errors)
    }
    const closing: (() => void)[] = []
    reply.stream({
      write: (text) => {
        if (text.includes('event: reset')) onChange(undefined)
        for (const calendarId of changedCalendars(text)) onChange(calendarId)
        return true
      },
      end: onEnd,
      onDrain: () => {},
      onClose: (listener) => void closing.push(listener),
    })
    return () => {
      for (const close of closing) close()
    }
  }

/** The calendars that the events of a stream name. */
export function changedCalendars(text: string): string[] {
  return [...text.matchAll(/^event: change\ndata: (.*)$/gm)].flatMap(([, data]) => {
    const { calendarId } = JSON.parse(data!) as { calendarId?: string }
    return calendarId ?? []
  })
}
