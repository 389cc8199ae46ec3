import { describe, expect, it } from 'vitest'
import { TimeSlices } from '#/kernel/process/time-slices.ts'
import type { WireReply } from '../wire.ts'
import { type BatchRun, batchReplies } from './batch-replies.ts'
import type { BatchPart } from './multipart-part.ts'

const limits = { batchConcurrency: 4, batchReplyBytesMax: 1e9, batchTimeMaxMs: 1e9 }

const calls = (count: number): BatchPart[] =>
  Array.from({ length: count }, (_, index) => ({
    contentId: String(index),
    method: 'GET',
    target: `/${index}`,
    headers: {},
    body: Buffer.alloc(0),
  }))

const ok = (body: WireReply['body'] = ''): WireReply => ({ status: 200, headers: {}, body })

const run = (options: Pick<BatchRun, 'perform'> & Partial<BatchRun>) =>
  batchReplies({
    calls: calls(10),
    boundary: 'b',
    limits,
    slices: new TimeSlices(2),
    ...options,
  })

async function textOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}

const idsIn = (text: string) => [...text.matchAll(/response-(\d+)/g)].map(([, id]) => Number(id))
const statusesIn = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

describe('the replies of a batch', () => {
  it('are sent in the order of the calls, whichever completes first', async () => {
    const ends: (() => void)[] = []
    const perform = () =>
      new Promise<WireReply>((resolve) => {
        ends.push(() => resolve(ok()))
        // The last of those under way ends first.
        if (ends.length === limits.batchConcurrency) for (const end of ends.reverse()) end()
      })
    const text = await textOf(run({ calls: calls(4), perform }))
    expect(idsIn(text)).toEqual([0, 1, 2, 3])
    expect(text.endsWith('\r\n--b--\r\n')).toBe(true)
  })

  it('run no more calls at a time than the limit', async () => {
    let underWay = 0
    let most = 0
    const perform = async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setImmediate(resolve))
      underWay -= 1
      return ok()
    }
    await textOf(run({ calls: calls(40), perform }))
    expect(most).toBe(limits.batchConcurrency)
  })

  it('let the event loop turn between calls that do their work in microtasks', async () => {
    let sameTurn = 0
    let most = 0
    const perform = async () => {
      for (let step = 0; step < 10; step++) await undefined
      sameTurn += 1
      most = Math.max(most, sameTurn)
      setImmediate(() => {
        sameTurn = 0
      })
      return ok()
    }
    await textOf(run({ calls: calls(20), perform, slices: new TimeSlices(0) }))
    expect(most).toBe(1)
  })

  it('reject further calls once the replies are too large, without running them', async () => {
    let performed = 0
    const perform = () => {
      performed += 1
      return ok('x'.repeat(1000))
    }
    const text = await textOf(run({ perform, limits: { ...limits, batchReplyBytesMax: 3000 } }))
    expect(statusesIn(text)).toEqual([200, 200, 200, ...Array(7).fill(429)])
    expect(performed).toBe(3)
    expect(text).toContain('"reason":"rateLimitExceeded"')
    expect(text).toContain('Retry-After: 1')
  })

  it('reject further calls once the calls have taken too long', async () => {
    let nowMs = 0
    const perform = () => {
      nowMs += 10
      return ok()
    }
    const tight = { ...limits, batchTimeMaxMs: 25 }
    const text = await textOf(run({ perform, limits: tight, now: () => nowMs }))
    expect(statusesIn(text)).toEqual([200, 200, 200, ...Array(7).fill(429)])
  })

  it('do not count the time of the reader', async () => {
    let nowMs = 0
    const big = Buffer.alloc(100_000)
    const tight = { ...limits, batchTimeMaxMs: 25 }
    let text = ''
    for await (const chunk of run({ perform: () => ok(big), limits: tight, now: () => nowMs })) {
      nowMs += 1000
      text += chunk
    }
    expect(new Set(statusesIn(text))).toEqual(new Set([200]))
  })

  it('wait for the reader if they are large', async () => {
    let performed = 0
    const perform = () => {
      performed += 1
      return ok(Buffer.alloc(2_000_000))
    }
    const replies = run({ calls: calls(100), perform })
    while ((await replies.next()).value!.length === 0);
    expect(performed).toBe(1)
    await replies.return(undefined)
  })

  it('end with the reader, without running further calls', async () => {
    let performed = 0
    const perform = () => {
      performed += 1
      return ok()
    }
    const replies = run({ calls: calls(1000), perform, slices: new TimeSlices(0) })
    await replies.next()
    await replies.next()
    const before = performed
    await replies.return(undefined)
    await new Promise((resolve) => setImmediate(resolve))
    expect(performed).toBe(before)
    expect(before).toBeLessThan(10)
  })
})
