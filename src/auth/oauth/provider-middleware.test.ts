import { describe, expect, it } from 'vitest'
import { unavailable } from '#/kernel/errors.ts'
import { answerTemporaryFailure } from './provider-middleware.ts'

const failed = (body: unknown) => {
  const headers: Record<string, string> = {}
  const set = (fields: Record<string, string>) => Object.assign(headers, fields)
  return { status: 500, body, headers, set: set as never }
}

const outage = unavailable('The database does not answer at the moment.')

describe('a failure of the provider', () => {
  it('is answered with 503 if it is temporary', () => {
    const ctx = failed({ error: 'server_error' })
    answerTemporaryFailure(ctx, outage)
    expect(ctx).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '1' },
      body: { error: 'temporarily_unavailable' },
    })
  })

  it('keeps its page', () => {
    const ctx = failed('<!doctype html>')
    answerTemporaryFailure(ctx, outage)
    expect(ctx).toMatchObject({ status: 503, body: '<!doctype html>' })
  })

  it('is answered with 500 if it is not', () => {
    const ctx = failed({ error: 'server_error' })
    answerTemporaryFailure(ctx, new Error('a bug'))
    expect(ctx).toMatchObject({ status: 500, body: { error: 'server_error' } })
  })
})
