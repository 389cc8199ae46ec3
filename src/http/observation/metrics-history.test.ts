import { afterEach, expect, it, vi } from 'vitest'
import { MetricsHistory } from './metrics-history.ts'
import { RequestMetrics } from './request-metrics.ts'

const minuteMs = 60_000

afterEach(() => {
  vi.useRealTimers()
})

function scene() {
  vi.useFakeTimers()
  const metrics = new RequestMetrics()
  let databaseBytes = 1000
  const history = new MetricsHistory({
    tallies: metrics.tallies,
    clock: { machineMs: () => Date.now() },
    figures: async () => ({ jobs: { ready: 1, running: 0, dead: 2 }, databaseBytes }),
    onFailure: (error) => {
      throw error
    },
  })
  const advance = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * minuteMs)
  return {
    metrics,
    history,
    advance,
    grow: () => {
      databaseBytes += 500
    },
  }
}

it('returns rates and the 95th percentile of each span', async () => {
  const { metrics, history, advance, grow } = scene()
  history.start()
  await advance(0)
  for (let count = 0; count < 19; count++) metrics.count('a', 200, 0.002)
  metrics.count('b', 404, 0.04)
  metrics.count('b', 500, 0.2)
  await advance(1)
  grow()
  metrics.count('a', 200, 60)
  await advance(0.5)
  const points = await history.pointsOf(1)
  history.stop()
  const shared = { jobs: { ready: 1, running: 0, dead: 2 }, atMs: expect.any(Number) }
  expect(points).toEqual([
    {
      ...shared,
      requestsPerMinute: 21,
      clientErrorsPerMinute: 1,
      serverErrorsPerMinute: 1,
      p95Ms: 50,
      databaseBytes: 1000,
    },
    {
      ...shared,
      requestsPerMinute: 2,
      clientErrorsPerMinute: 0,
      serverErrorsPerMinute: 0,
      p95Ms: 5000,
      databaseBytes: 1500,
    },
  ])
})

it('keeps a day, and gives at most 120 points of it', async () => {
  const { history, advance } = scene()
  history.start()
  await advance(3 * 24 * 60)
  for (const hours of [1, 6, 24]) {
    const points = await history.pointsOf(hours)
    expect(points.length).toBeGreaterThan(55)
    expect(points.length).toBeLessThanOrEqual(121)
    expect(points[0]!.atMs).toBeGreaterThanOrEqual(Date.now() - hours * 60 * minuteMs)
    expect(points[0]).not.toHaveProperty('p95Ms')
  }
  history.stop()
})
