import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../../tests/support/any-text.ts'
import {
  appSetupPage,
  consentPage,
  deviceCodePage,
  deviceConfirmPage,
  deviceDonePage,
  errorPage,
  missingWorldPage,
  passkeyScriptHash,
  recoveryCodesPage,
  secondFactorPage,
  signedOutPage,
  signInPage,
  signOutPage,
} from './index.ts'

const form = (id: string) =>
  `<form id="${id}" method="post" action="/device"><input type="hidden" name="xsrf" value="x"/></form>`

/** Every page in every state, with one text from outside in all places that take one. */
const pages: Readonly<Record<string, (text: string) => string>> = {
  'sign-in': (text) => signInPage({ ...common(text), loginHint: text, cancelAction: text }),
  'sign-in after an error': (text) =>
    signInPage({
      ...common(text),
      email: text,
      error: 'wrong',
      devUsers: [user(text), user(text)],
    }),
  'sign-in when blocked': (text) =>
    signInPage({ ...common(text), error: 'blocked', retryAfterS: 30 }),
  'sign-in with a passkey': (text) =>
    signInPage({ ...common(text), error: 'passkey', passkeyOptions: { challenge: text } }),
  'sign-in when disabled': (text) => signInPage({ ...common(text), error: 'disabled' }),
  'second factor': (text) =>
    secondFactorPage({
      ...common(text),
      email: text,
      hasApp: true,
      error: 'wrong',
      passkey: { ...common(text), options: { challenge: text } },
    }),
  'recovery code': (text) =>
    secondFactorPage({ ...common(text), email: text, hasApp: false, error: 'blocked' }),
  'app setup': (text) =>
    appSetupPage({
      ...common(text),
      email: text,
      qrCode: text,
      secret: text,
      enrollment: text,
      problem: text,
    }),
  'recovery codes': (text) => recoveryCodesPage({ ...common(text), codes: [text, text] }),
  consent: (text) =>
    consentPage({
      ...common(text),
      email: text,
      scopes: [
        { uri: 'openid', about: text },
        { uri: text, about: text },
      ],
      alreadyGranted: [text],
      isOffline: true,
    }),
  'device code': (text) =>
    deviceCodePage({ ...device('op.deviceInputForm', text), error: 'expired' }),
  'device confirmation': (text) => deviceConfirmPage(device('op.deviceConfirmForm', text)),
  'device done': (text) => deviceDonePage(common(text)),
  error: (text) => errorPage({ title: text, error: text, description: text, locale: text }),
  'missing world': (text) => missingWorldPage({ id: text, locale: text }),
  'sign-out': (text) => signOutPage({ formHtml: form('op.logoutForm'), locale: text }),
  'signed out': (text) => signedOutPage({ locale: text }),
}

const common = (text: string) => ({ action: text, csrf: text, clientName: text, locale: text })
const user = (text: string) => ({ email: text, name: text })
const device = (id: string, text: string) => ({
  clientName: text,
  userCode: text,
  formHtml: form(id),
  locale: text,
})

const hostile = fc
  .array(
    fc.oneof(
      anyText(),
      fc.constantFrom('"', "'", '<', '>', '&', '/', '=', '`', '<!--', '-->', ']]>', '\0'),
      fc.constantFrom('"><script>', "' onfocus='", '</title>', '</style>', '&lt;b&gt;'),
    ),
  )
  .map((parts) => `x${parts.join('')}`)

for (const [name, page] of Object.entries(pages)) {
  describe(`the ${name} page`, () => {
    const tags = tagsOf(page('Ada'))
    const named = (tag: string) => tags.filter(({ tag: own }) => own === tag)

    it('lets no text from outside add a tag or an attribute', () => {
      const outline = (text: string) =>
        tagsOf(page(text)).map(({ tag, attributes }) => [tag, ...attributes.keys()])
      const plain = outline('Ada')
      fc.assert(
        fc.property(hostile, (text) => {
          expect(outline(text)).toEqual(plain)
        }),
      )
    })

    it('has a language, a title, one heading and one main landmark', () => {
      expect(named('html')[0]!.attributes.get('lang')).toBe('en')
      expect(page('Ada')).toMatch(/<title>[^<]+ · Almanac<\/title>/)
      expect([named('h1').length, named('main').length, named('header').length]).toEqual([1, 1, 1])
    })

    it('labels every field that a person sees', () => {
      const labelled = named('label').map(({ attributes }) => attributes.get('for'))
      const visible = named('input').filter(({ attributes }) => attributes.get('type') !== 'hidden')
      expect(visible.map(({ attributes }) => attributes.get('id'))).toEqual(labelled)
    })

    it('points only to ids that exist once', () => {
      const ids = tags.flatMap(({ attributes }) => attributes.get('id') ?? [])
      const targets = tags.flatMap(({ attributes }) =>
        ['for', 'form', 'aria-describedby', 'aria-labelledby'].flatMap(
          (attribute) => attributes.get(attribute)?.split(' ') ?? [],
        ),
      )
      expect(ids).toEqual([...new Set(ids)])
      expect(targets.filter((target) => !ids.includes(target))).toEqual([])
    })

    it('protects every form against forgery', () => {
      const tokens = named('input').filter(({ attributes }) =>
        ['csrf', 'xsrf'].includes(attributes.get('name') ?? ''),
      )
      expect(named('form').map(({ attributes }) => attributes.get('method'))).toEqual(
        tokens.map(() => 'post'),
      )
    })

    it('has no script but the one for passkeys, and nothing that the policy forbids', () => {
      const attributes = tags.flatMap((tag) => [...tag.attributes.keys()])
      const scripts = [...page('Ada').matchAll(/<script>([^<]*)<\/script>/g)].map(
        ([, script]) => `sha256-${hash('sha256', script!, 'base64')}`,
      )
      expect(scripts.filter((each) => each !== passkeyScriptHash)).toEqual([])
      expect(named('script')).toHaveLength(scripts.length)
      expect(attributes.filter((attribute) => /^on|^style$/.test(attribute))).toEqual([])
    })
  })
}

interface Tag {
  readonly tag: string
  readonly attributes: ReadonlyMap<string, string>
}

/** The tags of a page in order; a bracket that belongs to no tag is a fault. */
function tagsOf(page: string): Tag[] {
  const body = page
    .replace(/<style>[^<]*<\/style>/, '')
    .replace(/<script>[^<]*<\/script>/, '<script></script>')
    .replace('<!doctype html>', '')
  const pattern = /<(\/?[a-z0-9]+)((?:\s+[a-zA-Z-]+(?:="[^"<>]*")?)*)\s*\/?>/g
  expect(body.replace(pattern, '')).not.toMatch(/[<>"']/)
  return [...body.matchAll(pattern)].map(([, tag, attributes]) => ({
    tag: tag!,
    attributes: new Map(
      [...attributes!.matchAll(/([a-zA-Z-]+)(?:="([^"]*)")?/g)].map(
        ([, name, value = '']) => [name!, value] as const,
      ),
    ),
  }))
}
