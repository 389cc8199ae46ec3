import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { median } from '../comparison.ts'
import type { Figure } from '../figure.ts'
import { inherited } from '../server-process.ts'

const entry = join(import.meta.dirname, '../../bin/almanac.js')
const starts = 9

/** From starting `almanac exec` to the start of its command. */
export async function measureExec(): Promise<Figure[]> {
  // The first start fills the compile cache.
  await execStartMs()
  const times: number[] = []
  for (let turn = 0; turn < starts; turn++) times.push(await execStartMs())
  const [least, most] = [Math.min(...times), Math.max(...times)].map((ms) => ms.toFixed(0))
  return [
    {
      name: 'start of a command by almanac exec',
      value: median(times),
      unit: 'ms',
      bounds: { better: 'lower', floor: 1500 },
      detail: `median of ${starts}, ${least} to ${most} ms, with a new database`,
    },
  ]
}

async function execStartMs(): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, [entry, 'exec', '--', 'echo', 'started'], {
    env: inherited,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  await Promise.race([once(child.stdout, 'data'), closed])
  const startedMs = performance.now() - began
  const [code] = await closed
  if (code !== 0) throw new Error(`almanac exec ended with ${code}.`)
  return startedMs
}
