import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ServerPlace, wireEngines } from '../support/server.ts'
import { read } from '../support/sources.ts'

const root = join(import.meta.dirname, '../..')

for (const engine of wireEngines) {
  describe(`the guides to search advertising on ${engine.name}`, {
    skip: engine.unavailable !== undefined,
  }, () => {
    it('show commands and requests that work as printed on an empty installation', {
      timeout: 120_000,
    }, async () => {
      await using place = await engine.place({ isEmpty: true })
      const guides = ['search-advertising', 'advertising-reports'].map(blocksOf)
      const [first, ...rest] = guides.flat()
      const granted = await run(place, { SERVER: '' }, [first!])
      expect(granted).toContain('advertiser 21700000000012345\tuploader\n')
      const { base } = await place.start({ ALMANAC_DEMO: '0' })
      const said = await run(place, { SERVER: base }, rest)
      expect(said).toContain('"dsConversionId"')
      expect(said).toContain('CAMPAIGN,"{""agencyId"":""20700000000000125""')
      expect(said).toContain('Tulips,2024-05-14,10,5.555556,27.777778\n')
      expect(said).toContain(
        '{"bidStrategy":"Revenue at a fair price","clicks":10,"dfaRevenue":25}',
      )
    })
  })
}

/** The commands of a guide, block by block. */
const blocksOf = (name: string): string[] =>
  [...read(`docs/guides/${name}.md`).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text]) => text!)

/** Runs blocks one after the other in one shell, as somebody does who follows the guides. */
async function run(
  { environment }: ServerPlace,
  more: Readonly<Record<string, string>>,
  blocks: readonly string[],
): Promise<string> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('ALMANAC_'))
  const env = { ...Object.fromEntries(inherited), ...environment, ...more }
  const almanac = `almanac() { '${process.execPath}' bin/almanac.js "$@"; }`
  const script = [almanac, ...blocks].join('\n')
  const child = spawn('sh', ['-ec', script], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { code, stdout, stderr } = await outputOf(child)
  expect({ code, stderr, stdout: code === 0 ? '' : stdout }).toEqual({
    code: 0,
    stderr: '',
    stdout: '',
  })
  return stdout
}

async function outputOf(child: ChildProcess) {
  const text = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]!.setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...text }
}
