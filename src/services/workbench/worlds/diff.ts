import { TextFile } from '#/contract/operation.ts'
import { about, oneOf, optional, string } from '#/contract/schema.ts'
import { forAnyone, operation, worldsOf } from '../operation.ts'
import { WorldDiff } from '../schemas/world-diff.ts'
import { diffText } from './diff-text.ts'

export const diff = operation(
  {
    id: 'workbench.worlds.diff',
    http: 'GET /worlds/{worldId}/diff',
    summary: 'Returns what has changed in a world since it was created, or since a snapshot.',
    params: {
      worldId: string(),
      since: optional(
        string({ about: 'A snapshot that was saved in the world; its first state unless given.' }),
      ),
      format: optional(
        about('`text` is a report for people. `json` unless given.', oneOf('json', 'text')),
      ),
    },
    reply: WorldDiff,
    ...forAnyone,
  },
  async ({ params, origin, ...context }) => {
    const { worldId, since, format } = params
    const types = await worldsOf(context).diff(worldId, { since, origin: origin() })
    if (format === 'text') {
      const text = Buffer.from(diffText(types))
      return new TextFile('text/plain; charset=utf-8', `${worldId}.diff.txt`, [text])
    }
    const lists = Object.values(types).flatMap((type) => Object.values(type))
    const count = lists.reduce((sum, { length }) => sum + length, 0)
    return { ...(since !== undefined && { since }), count, types }
  },
)
