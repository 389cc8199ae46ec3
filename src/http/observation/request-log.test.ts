import { describe, expect, it } from 'vitest'
import { type LoggedRequest, RequestLog } from './request-log.ts'

const request = (number: number, userId: string, clientId = 'c'): LoggedRequest => ({
  number,
  atMs: number,
  userId,
  clientId,
  operation: 'calendar.events.list',
  method: 'GET',
  status: 200,
  durationMs: 1,
  reason: undefined,
})

const numbers = (requests: readonly LoggedRequest[]) => requests.map(({ number }) => number)

describe('the log of requests', () => {
  it('keeps the last ones of a user, and gives the newest first', () => {
    const log = new RequestLog({ requestLogPerUserMax: 3, requestLogMax: 100 })
    for (let number = 1; number <= 7; number++) log.note(request(number, 'ana'))
    expect(numbers(log.of('ana', 10))).toEqual([7, 6, 5])
    expect(numbers(log.of('ana', 2))).toEqual([7, 6])
    expect(log.of('bob', 10)).toEqual([])
  })

  it('keeps a busy user from displacing the requests of others', () => {
    const log = new RequestLog({ requestLogPerUserMax: 3, requestLogMax: 100 })
    log.note(request(1, 'ana'))
    for (let number = 2; number < 500; number++) log.note(request(number, 'bob'))
    expect(numbers(log.of('ana', 10))).toEqual([1])
    expect(numbers(log.ofAll(2))).toEqual([499, 498])
  })

  it('keeps the requests of a client while another client of the same user sends many', () => {
    const log = new RequestLog({ requestLogPerUserMax: 2, requestLogMax: 100 })
    log.note(request(1, 'ana', 'program'))
    for (let number = 2; number < 50; number++) log.note(request(number, 'ana', 'console'))
    expect(numbers(log.of('ana', 10))).toEqual([49, 48, 1])
  })

  it('drops the users who were idle longest if there are too many', () => {
    const log = new RequestLog({ requestLogPerUserMax: 3, requestLogMax: 8 })
    for (let number = 1; number <= 9; number++) log.note(request(number, `user${number}`))
    expect(numbers(log.ofAll(100))).toEqual([9, 8, 7, 6, 5, 4])
    expect(log.of('user1', 10)).toEqual([])
  })

  it('is empty after it was cleared', () => {
    const log = new RequestLog({ requestLogPerUserMax: 3, requestLogMax: 8 })
    log.note(request(1, 'ana'))
    log.clear()
    expect(log.ofAll(100)).toEqual([])
    for (let number = 2; number <= 9; number++) log.note(request(number, `user${number}`))
    expect(log.ofAll(100)).toHaveLength(8)
  })
})
