import { expect, it } from 'vitest'
import type { MetricSources } from '../observation/metrics-registry.ts'
import type { WireRequest } from '../wire.ts'
import { healthEndpoints } from './health-endpoints.ts'

it('metrics are available after a scrape for which they could not be loaded', async () => {
  const sources: MetricSources = {
    tallies: new Map(),
    jobs: async () => [],
    jobDelayMs: async () => 0,
    jobLagsMs: async () => new Map(),
    database: async () => ({ bytes: 0 }),
    quota: () => ({ chargedUnits: 0, refusedRequests: { user: 0, client: 0 } }),
    services: [],
    version: '0.2.0',
  }
  let loads = 0
  const endpoints = healthEndpoints({
    get metrics() {
      loads += 1
      if (loads === 1) throw new Error('too many open files')
      return sources
    },
    ready: async () => ({ needed: 1, found: 1 }),
    isDraining: () => false,
    mode: 'dev',
    metricsToken: '',
  })
  const { handle } = endpoints.find(({ path }) => path === '/metrics')!
  const scrape = async () => handle({ peer: '127.0.0.1', headers: {} } as WireRequest)
  await expect(scrape()).rejects.toThrow('too many open files')
  expect(await scrape()).toMatchObject({ status: 200 })
})
