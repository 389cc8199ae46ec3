import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signedOutPage } from '../sign-out.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { styleHash } from './style.ts'

describe('the policy', () => {
  it('names the style sheet that the pages carry, and nothing else', () => {
    const [, style] = /<style>([\s\S]*?)<\/style>/.exec(signedOutPage({ locale: 'en' }))!
    expect(styleHash).toBe(`sha256-${hash('sha256', style!, 'base64')}`)
    expect(contentSecurityPolicy({ formActions: [] })).toBe(
      `default-src 'none'; style-src '${styleHash}'; img-src 'self' data:; ` +
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
  })

  it.each([
    ['https://app.example.test/callback;x?a=b c', 'https://app.example.test'],
    ['http://127.0.0.1:*', 'http://127.0.0.1:*'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://[::1]:8080/callback', 'http:'],
    ['com.example.app:/callback', 'com.example.app:'],
    ["https://a; script-src 'unsafe-inline'", 'https:'],
  ])('lets a form lead to %s as %s', (address, source) => {
    const policy = contentSecurityPolicy({ formActions: [address, address] })
    expect(policy).toContain(`; form-action 'self' ${source}; frame-ancestors`)
  })

  it('rejects a target that is not an absolute URL', () => {
    expect(() => contentSecurityPolicy({ formActions: ["'unsafe-inline'"] })).toThrow(/absolute/)
  })
})
