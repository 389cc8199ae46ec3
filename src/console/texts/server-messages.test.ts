import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { serverMessages as englishMessages } from './english-server-messages.ts'
import { serverMessages } from './german/server-messages.ts'
import { translationOf } from './server-messages.ts'

const source = join(import.meta.dirname, '../..')

/** Code whose errors a user of the console can cause. */
const reachable = [
  'auth/{clients,directory,passwords,second-factor}/*.ts',
  'auth/federation/identities.ts',
  'services/{account,admin,books,workbench}/**/*.ts',
  'services/calendar/{acl,attendees,calendar,calendarList,calendars,event,events,ical}/**/*.ts',
  'services/calendar/{mail,recurrence,settings,sharing,store,subscribing,writing}/**/*.ts',
  'services/ads/granting.ts',
  'services/ads/{reports,warehouse}/**/*.ts',
  'services/ads/conversion/{attribution,batch,insertion,listing}.ts',
  'services/ads/domain/conversion/{draft,naming,row-fault}.ts',
  'worlds/*.ts',
]

/** Files whose errors only programs cause. */
const forPrograms =
  /\.test\.ts$|identityProviders|appPasswords|conference|draft-content|event-types|extended-properties|itip-reply|sequence|events\/import|pages\/endpoints|prepare|readers\/(?!calibre|goodreads|storygraph)|json-members|xml|entry\.ts|tidy-record/

/** Files that return sentences for errors that are created elsewhere. */
const rules = /passwords-rules|oauth-clients-redirects|row-fault|subscribing\/subscribe/

interface SyntaxNode {
  readonly type: string
  readonly [member: string]: unknown
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The messages that a file gives to functions of an `errors.ts`, with `{}` in place of values. */
function messagesIn(file: string): string[] {
  const body = parseSync(file, readFileSync(join(source, file), 'utf8')).program.body
  const creators = new Set([
    'BadEntry',
    'FeedError',
    'ReportFault',
    'RowFault',
    'malformedField',
    ...(rules.test(file) ? [''] : []),
  ])
  for (const statement of body as unknown as SyntaxNode[]) {
    if (statement.type !== 'ImportDeclaration') continue
    if (!/errors\.ts$/.test(String((statement.source as SyntaxNode).value))) continue
    for (const each of statement.specifiers as SyntaxNode[])
      creators.add(String((each.local as SyntaxNode).name))
  }
  const found: string[] = []
  const visit = (value: unknown, callee: string): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, callee)
    if (!isNode(value) || /^(?:Import|TSLiteralType)/.test(value.type)) return
    const text = textOf(value)
    if (text !== undefined) {
      if (creators.has(callee) && / /.test(text)) found.push(text)
      return
    }
    const isCall = value.type === 'CallExpression' || value.type === 'NewExpression'
    const inside = isCall ? String((value.callee as SyntaxNode).name) : callee
    for (const [name, each] of Object.entries(value)) if (name !== 'callee') visit(each, inside)
  }
  visit(body, '')
  return found
}

function textOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral') {
    const parts = node.quasis as { value: { cooked: string } }[]
    return parts.map(({ value }) => value.cooked).join('{}')
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined
  const [left, right] = [textOf(node.left as SyntaxNode), textOf(node.right as SyntaxNode)]
  return left === undefined || right === undefined ? undefined : left + right
}

/** Parts and frames of messages that are translated as a whole or taken apart. */
const isComposed = (text: string) =>
  /^\{\}: |^\{\} (?:index=|\{\}\. Details)|^This password is too easy to guess$/.test(text)

const messages = new Set(
  globSync(reachable, { cwd: source })
    .filter((file) => !forPrograms.test(file))
    .flatMap(messagesIn)
    .filter((text) => !isComposed(text)),
)

it('every error that a user of the console can cause has a German message', () => {
  expect(messages.size).toBeGreaterThan(100)
  expect(
    [...messages].filter((message) => translationOf(message, serverMessages) === undefined),
  ).toEqual([])
})

it('every English message for users is one of an error that has a German message', () => {
  expect(Object.keys(englishMessages).filter((key) => serverMessages[key] === undefined)).toEqual(
    [],
  )
})

it.each([
  ['German', serverMessages],
  ['English', englishMessages],
])('%s messages have the same number of values', (_, messages) => {
  const values = (text: string) => text.split('{}').length
  const different = Object.entries(messages).filter(([key, text]) => values(key) !== values(text))
  expect(different).toEqual([])
})

it.each([
  ['There is no such room.', 'Diesen Raum gibt es nicht.'],
  ['A password needs at least 12 characters.', 'Ein Passwort braucht mindestens 12 Zeichen.'],
  ['The member already exists.', 'Das Mitglied gibt es bereits.'],
  ['The world a already exists.', 'Die Welt a gibt es bereits.'],
  ['Missing start time.', 'Die Zeit fehlt (Beginn).'],
  ['The redirect URI a://b has a fragment.', 'Die Weiterleitungs-URI a://b enthält ein Fragment.'],
  ["Click ID 'a' is not found", 'Der Klick a ist unbekannt oder zu alt'],
  [
    "Invalid value for 'type': allowed values are ACTION, TRANSACTION",
    'type ist ungültig: erlaubt sind ACTION, TRANSACTION',
  ],
  ['toString', undefined],
  ['A sentence that nobody translated.', undefined],
])('%s is translated with its values', (message, expected) => {
  expect(translationOf(message, serverMessages)).toBe(expected)
})
