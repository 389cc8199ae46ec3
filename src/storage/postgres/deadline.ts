import { unavailable } from '#/kernel/errors.ts'

/** A connection that says nothing any more; its transaction cannot even be rolled back. */
export class SilentConnection extends Error {}

/** Stops waiting for an answer that the network may have lost. */
export async function withDeadline<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const cause = new SilentConnection(`no answer within ${timeoutMs} ms`)
      reject(unavailable('The database does not answer at the moment.', cause))
    }, timeoutMs)
  })
  try {
    return await Promise.race([answer, silence])
  } finally {
    clearTimeout(timer)
  }
}

export const isSilence = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof SilentConnection
