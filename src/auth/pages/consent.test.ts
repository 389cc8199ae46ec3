import { describe, expect, it } from 'vitest'
import { type Consent, consentPage } from './consent.ts'

const calendar = { uri: 'https://www.googleapis.com/auth/calendar', about: 'See your calendars' }

const page = (changes: Partial<Consent> = {}) =>
  consentPage({
    action: '/signin/1',
    csrf: 'token',
    clientName: 'Planner',
    email: 'ada@example.test',
    scopes: [calendar],
    alreadyGranted: [],
    isOffline: false,
    locale: 'en',
    ...changes,
  })

describe('the consent page', () => {
  it('offers each scope in plain words with a checkbox', () => {
    expect(page()).toContain(
      `type="checkbox" name="scope" value="${calendar.uri}" checked><span>See your calendars</span>`,
    )
  })

  it.each([
    ['openid', '', 'Verify your identity'],
    ['email', 'email', 'See your email address'],
    ['profile', 'profile', 'See your name and picture'],
    ['https://example.test/unknown', '', 'https://example.test/unknown'],
    ['constructor', 'Build', 'Build'],
  ])('has words for the scope %s', (uri, about, words) => {
    expect(page({ scopes: [{ uri, about }] })).toContain(`<span>${words}</span>`)
  })

  it('names the tools that an agent can use with a scope', () => {
    const tools = ['List events', 'Delete an event']
    const text = page({
      scopes: [
        { ...calendar, tools },
        { uri: 'email', about: '', tools: [] },
      ],
    })
    expect(text.match(/With the tools: [^<]*/g)).toEqual([
      'With the tools: List events, Delete an event',
    ])
  })

  it('marks what was allowed before', () => {
    expect(page({ alreadyGranted: [calendar.uri] })).toContain('You allowed this before')
    expect(page({ alreadyGranted: ['email'] })).not.toContain('You allowed this before')
  })

  it('mentions offline access only when it is granted', () => {
    expect(page({ isOffline: true })).toContain('while you are away')
    expect(page()).not.toContain('while you are away')
  })

  it('says so when only consent is missing', () => {
    const text = page({ scopes: [] })
    expect(text).toContain('only asks for your consent')
    expect(text).not.toContain('checkbox')
  })

  it('treats Enter on a checkbox as a denial, never as another account', () => {
    const decisions = [...page().matchAll(/name="decision" value="(\w+)"|<form/g)]
    expect(decisions.map(([tag, value]) => value ?? tag)).toEqual([
      '<form',
      'switch',
      '<form',
      'deny',
      'allow',
    ])
  })
})
