import { describe, expect, it } from 'vitest'
import { notFound, unavailable } from '#/kernel/errors.ts'
import { refusal } from './refusal.ts'

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('the refusal of a world', () => {
  it('is a page for a browser when the world does not exist', () => {
    const { status, headers, body } = refusal(notFound(), { id: '<b>blue', headers: browser })
    expect([status, headers['Content-Type']]).toEqual([404, 'text/html; charset=UTF-8'])
    expect(body).toContain('<bdi>&lt;b&gt;blue</bdi>')
    expect(body).toContain('<a href="/">')
  })

  it.each([
    ['a client that accepts anything', notFound(), { accept: '*/*' }, 404],
    ['a client that says nothing', notFound(), {}, 404],
    ['a browser when there is another reason', unavailable('Busy.'), browser, 503],
  ])('is an error for %s', (_, error, headers, status) => {
    const reply = refusal(error, { id: 'blue', headers })
    expect(reply.status).toBe(status)
    expect(JSON.parse(String(reply.body)).error.code).toBe(status)
  })
})
