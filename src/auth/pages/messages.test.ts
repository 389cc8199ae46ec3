import { expect, it } from 'vitest'
import { type ErrorReport, errorPage } from './error.ts'
import { localeOf, messagesFor } from './messages.ts'
import { invitationMail, newPasswordPage, passwordMail } from './password.ts'

it.each(['en', 'en-GB', 'EN', 'tlh', '', '__proto__'])('the locale %j has a table', (locale) => {
  expect(messagesFor(locale).language).toBe('en')
})

it.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en-US,en;q=0.9,de;q=0.8', 'en'],
  ['fr,de;q=0.5', 'de'],
  ['en;q=0.2, de;q=0.7', 'de'],
  ['de;q=0', 'en'],
  ['tlh', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('the header %j asks for %s', (header, language) => {
  expect(messagesFor(localeOf({ 'accept-language': header })).language).toBe(language)
})

it('pages and mail are German for those who read German', () => {
  const locale = 'de-AT'
  const detail: ErrorReport['detail'] = ({ linkUsed }) => linkUsed()
  expect(errorPage({ error: 'invalid_request', detail, locale })).toContain('Dieser Link wurde')
  const mail = passwordMail('https://calendar.example/signin/password/x', locale)
  expect(mail).toMatchObject({ subject: 'Neues Passwort festlegen' })
  expect(mail.html).toContain('<html lang="de">')
  expect(invitationMail('https://calendar.example/x', locale).text).toContain(
    'Ein Administrator hat auf calendar.example ein Konto für Sie angelegt.',
  )
})

it.each([
  ['A password needs at least 10 characters.', 'Ein Passwort braucht mindestens 10 Zeichen.'],
  ['A password has at most 1024 characters.', 'Ein Passwort hat höchstens 1024 Zeichen.'],
  ['This password is too easy to guess: it contains a date.', 'Dieses Passwort ist zu leicht'],
])('the rejection %j is translated', (problem, german) => {
  const page = { action: '/', email: 'demo@almanac.test', problem: { rejected: problem } }
  expect(newPasswordPage({ ...page, locale: 'de' })).toContain(german)
  expect(newPasswordPage({ ...page, locale: 'en' })).toContain(problem)
})
