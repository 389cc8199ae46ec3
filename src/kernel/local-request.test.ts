import { describe, expect, it } from 'vitest'
import { isLocalRequest } from './local-request.ts'

const devHosts = ['almanac', 'dev.example.com']

describe('what exists in dev mode only', () => {
  it.each([
    [{ host: '127.0.0.1:8080' }],
    [{ host: 'LOCALHOST' }],
    [{ host: '[::1]:8080' }],
    [{ host: 'almanac:8080' }],
    [{ host: 'Dev.Example.com' }],
    [{ host: 'localhost:8080', origin: 'http://localhost:8080' }],
    [{ host: 'almanac:8080', origin: 'http://almanac:8080' }],
  ])('is reached with %o', (headers) => {
    expect(isLocalRequest({ headers, origin: `http://${headers.host}` }, devHosts)).toBe(true)
  })

  it.each([
    [{ host: '' }],
    [{ host: 'evil.test' }],
    [{ host: 'almanac.evil.test' }],
    [{ host: '127.0.0.1.evil.test' }],
    [{ host: 'localhost', 'x-forwarded-for': '192.0.2.1' }],
    [{ host: 'almanac', via: '1.1 proxy' }],
    [{ host: 'localhost', forwarded: 'for=192.0.2.1' }],
    [{ host: 'localhost', 'x-real-ip': '192.0.2.1' }],
    [{ host: 'localhost', origin: 'http://evil.test' }],
    [{ host: 'localhost', origin: 'null' }],
    [{ host: 'almanac', origin: 'http://localhost' }],
  ])('is not reached with %o', (headers) => {
    const origin = `http://${headers.host || 'localhost'}`
    expect(isLocalRequest({ headers, origin }, devHosts)).toBe(false)
  })

  it('is not reached without a Host header', () => {
    expect(isLocalRequest({ headers: {}, origin: 'http://localhost' }, devHosts)).toBe(false)
  })
})
