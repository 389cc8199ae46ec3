import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../support/fresh.ts'
import { runAlmanac } from '../support/server.ts'
import { onEmbeddedServer } from '../support/sites.ts'
import { read } from '../support/sources.ts'

const folder = 'docs/examples/evaluation'

onEmbeddedServer('almanac eval run', (site) => {
  const evaluate = (path: string, ...command: string[]) =>
    runAlmanac(['eval', 'run', path, '--url', site.base, '--', ...command], {})

  it('passes the example tasks that the reference client solves', async () => {
    const client = `${folder}/reference-client.mjs`
    const { code, stdout } = await evaluate(`${folder}/tasks.jsonl`, process.execPath, client)
    expect([code, stdout]).toEqual([0, expect.stringContaining('20 of 20 tasks passed')])
    expect(stdout).not.toContain('FAIL')
  })

  it('reports commands that fail, and files that contain no tasks', async () => {
    await using place = await freshFolder()
    const path = join(place.path, 'tasks.jsonl')
    const [first] = read(`${folder}/tasks.jsonl`).split('\n')
    await writeFile(path, JSON.stringify({ ...JSON.parse(first!), seed: undefined }))
    const failed = await evaluate(path, process.execPath, '-e', 'process.exit(3)')
    expect(failed.stdout).toContain('the command ended with status 3')
    const missing = await evaluate(path, '/nowhere/agent')
    expect(missing.stdout).toContain('the command does not start')
    await writeFile(path, '{"id": 1}')
    const unusable = await evaluate(path, 'true')
    expect([unusable.code, unusable.stderr]).toEqual([1, expect.stringContaining('Line 1 of')])
  })
})
