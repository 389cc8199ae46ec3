import { expect, it } from 'vitest'
import { problemOf } from '#/cli/eval/checks.ts'
import { readTasks } from '#/cli/eval/evaluation.ts'
import { send } from '../support/http.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import { read } from '../support/sources.ts'

const folder = 'docs/examples/evaluation'

onEmbeddedServer('the example tasks', (site) => {
  // All start with the same state, which is the final one for an agent that does nothing.
  it('fail for an agent that ignores them', async () => {
    const tasks = readTasks(`${folder}/tasks.jsonl`)
    expect(new Set(tasks.map(({ seed }) => seed))).toEqual(new Set(['team.yaml']))
    const worlds = `${site.base}/_almanac/worlds`
    const body = { seed: read(`${folder}/team.yaml`) }
    const { json } = await send(worlds, { method: 'POST', body })
    const world = json as { id: string; rootUrl: string; token: string }
    const headers = { Authorization: `Bearer ${world.token}` }
    const diff = (await send(`${worlds}/${world.id}/diff`)).json as {
      types: Record<string, Record<string, unknown[]>>
    }
    const state = {
      answer: '',
      get: async (path: string) =>
        (await send(world.rootUrl.slice(0, -1) + path, { headers })).json,
      diff: async () => diff.types,
    }
    for (const { id, checks } of tasks) {
      const problems = await Promise.all(checks.map((check) => problemOf(check, state)))
      expect(
        problems.filter((problem) => problem !== undefined),
        id,
      ).not.toEqual([])
    }
    await send(`${worlds}/${world.id}`, { method: 'DELETE' })
  })
})
