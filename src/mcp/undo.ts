import { refusal, refuse } from '#/kernel/errors.ts'
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
  async ({ lastWrite }) => {
    const last = await lastWrite()
    if (last === undefined) {
      throw refuse(404, refusal('notFound', 'There is no change of this client to take back.'))
    }
    return {
      summary: `Take back: ${last.summary}`,
      write: last.undo,
      preview: () => ({ undoes: last.summary }),
      answer: () => ({ undone: last.summary }),
    }
  },
)
