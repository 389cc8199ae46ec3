import { unavailable } from '#/kernel/errors.ts'

/** A connection that says nothing any more; its transaction cannot even be rolled back. */
export class SilentConnection extends Error {}

/** Stops waiting for an answer that the network may have lost. */
export function withDeadline<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const cause = new SilentConnection(`no answer within ${timeoutMs} ms`)
      reject(unavailable('The database does not answer at the moment.', cause))
    }, timeoutMs)
    answer.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}

export const isSilence = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof SilentConnection
