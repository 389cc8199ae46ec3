import { describe, expect, it } from 'vitest'
import { type SignIn, signInPage } from './sign-in.ts'

const page = (changes: Partial<SignIn> = {}) =>
  signInPage({
    action: '/signin/1',
    csrf: 'token',
    clientName: 'Planner',
    locale: 'en',
    ...changes,
  })

const field = (text: string, id: string) => new RegExp(`<input id="${id}"[^>]*>`).exec(text)![0]

describe('the sign-in page', () => {
  it('names the fields for email and password so that password managers recognize them', () => {
    expect(field(page(), 'email')).toContain('name="email" type="email"')
    expect(field(page(), 'email')).toContain('autocomplete="username"')
    expect(field(page(), 'password')).toContain('autocomplete="current-password"')
    expect(page()).toContain('to continue to <bdi>Planner</bdi>')
  })

  it('starts at the first field that is empty', () => {
    expect(field(page(), 'email')).toContain('autofocus')
    expect(field(page({ loginHint: 'ada@example.test' }), 'email')).not.toContain('autofocus')
    expect(field(page({ loginHint: 'ada@example.test' }), 'password')).toContain('autofocus')
  })

  it('prefers what was typed to what the program expects', () => {
    const text = page({ email: 'ada@example.test', loginHint: 'eve@example.test' })
    expect(field(text, 'email')).toContain('value="ada@example.test"')
    expect(text).not.toContain('eve@')
  })

  it('announces an error and ties it to the fields', () => {
    const text = page({ error: 'wrong' })
    expect(text).toContain('role="alert" id="error"')
    expect(field(text, 'password')).toContain('aria-describedby="error" aria-invalid="true"')
    expect(page()).not.toContain('alert')
  })

  it.each([
    [undefined, 'Wait a while'],
    [1, 'in 1 second.'],
    [59.2, 'in 60 seconds.'],
    [91, 'in 2 minutes.'],
  ])('says how long a block of %s seconds lasts', (retryAfterS, words) => {
    expect(page({ error: 'blocked', retryAfterS })).toContain(words)
  })

  it('offers the users of development mode, each with one click', () => {
    const text = page({ devUsers: [{ email: 'ada@example.test', name: 'Ada' }] })
    expect(text).toContain(
      '<button name="devUser" value="ada@example.test">Continue as <bdi>Ada</bdi> <bdi>ada@example.test</bdi></button>',
    )
    expect(page()).not.toContain('devUser')
    expect(page({ devUsers: [] })).not.toContain('Development')
  })

  it('gives up through a form of its own, which sends no password', () => {
    const cancelling = page({ cancelAction: '/signin/1/abort' }).split(
      'action="/signin/1/abort"',
    )[1]!
    expect(cancelling).toContain('name="csrf" value="token"')
    expect(cancelling).not.toContain('password')
    expect(page()).not.toContain('Cancel')
  })
})
