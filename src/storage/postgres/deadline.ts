import { unavailable } from '#/kernel/errors.ts'

/** A connection that does not respond. Its transaction cannot even be rolled back. */
class SilentConnection extends Error {}

/** Rejects if there is no response in time. */
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
