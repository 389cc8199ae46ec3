import { ApiError, conditionNotMet, refusal, refuse } from '#/kernel/errors.ts'
import type { CallOperation, OperationCall } from './operation-client.ts'
import { writeTool } from './tool.ts'

export const undo = writeTool(
  {
    name: 'undo',
    title: 'Undo the last write',
    about:
      'Takes back the last change that this client made, unless someone has changed the same thing since. Only one change can be taken back.',
    args: {},
    operations: [],
  },
  async ({ lastWrite, call }) => {
    const last = await lastWrite()
    if (last === undefined) {
      throw refuse(404, refusal('notFound', 'There is no change of this client to take back.'))
    }
    const { unlessFound, ...write } = last.undo
    if (unlessFound !== undefined) await requireMissing(call, unlessFound)
    return {
      summary: `Take back: ${last.summary}`,
      write,
      preview: () => ({ undoes: last.summary }),
      answer: () => ({ undone: last.summary }),
    }
  },
)

/** Refuses to create what someone has created again since. */
async function requireMissing(call: CallOperation, read: OperationCall): Promise<void> {
  try {
    await call(read)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return
    throw error
  }
  throw conditionNotMet()
}
