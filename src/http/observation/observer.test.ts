import { expect, it } from 'vitest'
import { SettableClock } from '#/kernel/clock.ts'
import { backendError, unavailable } from '#/kernel/errors.ts'
import { silentLog } from '#/kernel/log.ts'
import type { WireRequest } from '../wire.ts'
import { Observer } from './observer.ts'
import { RequestLog } from './request-log.ts'
import { RequestMetrics } from './request-metrics.ts'

it('the reason of refusals during an outage is logged once, and each failure is logged', () => {
  const errors: unknown[] = []
  const lines: number[] = []
  const observer = new Observer({
    log: {
      ...silentLog,
      error: (message, fields) => errors.push([message, fields?.err]),
      request: ({ status }) => lines.push(status),
    },
    clock: new SettableClock(),
    metrics: new RequestMetrics(),
    requests: new RequestLog({ requestLogPerUserMax: 0, requestLogMax: 0 }),
    bodies: undefined,
    tracer: undefined,
  })
  const finish = (status: number, failure: unknown) => {
    const request = { id: 'one', method: 'GET', peer: '127.0.0.1' } as WireRequest
    observer.finish(observer.begin(request), { status, headers: {}, body: '' }, failure)
  }
  const [lost, bug] = [new Error('lost'), new Error('bug')]
  const silent = () => unavailable('The database does not answer at the moment.', lost)
  for (const failure of [silent(), silent(), unavailable('Busy.', lost), silent()]) {
    finish(503, failure)
  }
  finish(503, undefined)
  for (let count = 0; count < 2; count++) finish(500, backendError(bug))
  expect(lines).toEqual([503, 503, 503, 503, 503])
  expect(errors).toEqual([
    ['requests are refused at the moment', lost],
    ['requests are refused at the moment', lost],
    ['request failed', bug],
    ['request failed', bug],
  ])
})
