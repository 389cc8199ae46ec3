import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { borrowBrowser } from './chromium.ts'
import { signInToConsole } from './console-sign-in.ts'
import { scope } from './program.ts'
import { runAlmanac } from './server.ts'
import type { ServerSite } from './sites.ts'
import type { WireUser } from './wire-user.ts'

/** The console in a browser of its own, with somebody signed in. */
export interface ConsolePage extends AsyncDisposable {
  readonly page: Page
  /** The same person over the wire. */
  readonly user: WireUser
  /** Takes out of the complaints what a test provokes, such as the note of a refused call. */
  allow(complaint: RegExp): void
}

interface Wanted {
  /** Somebody there is; a new user when left out. */
  readonly user?: WireUser
  readonly isAdmin?: boolean
  /** Where to go; the start when left out. */
  readonly path?: string
  readonly permissions?: readonly string[]
  /** By pressing buttons, as people do. Otherwise the tab has a session already, which saves three page loads. */
  readonly isSigningIn?: boolean
}

/**
 * Opens the console with somebody signed in. At its end the test fails when the browser has
 * complained, also about the Content-Security-Policy, or has asked any other host for anything.
 */
export async function openConsole(site: ServerSite, wanted: Wanted = {}): Promise<ConsolePage> {
  const { user = await site.user(), isAdmin = false, isSigningIn = false, path = '/' } = wanted
  if (isAdmin) await makeAdministrator(site, user.email)
  const own = new URL(site.base).origin
  const browser = await borrowBrowser(own, wanted.permissions)
  const { page, complaints } = browser
  const allowed: RegExp[] = []
  const strangers: string[] = []
  const onRequest = (request: Request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== own) strangers.push(request.url())
  }
  page.context().on('request', onRequest)
  if (!isSigningIn) await storeSession(page, { site, user })
  await page.goto(site.base + path)
  if (isSigningIn) await signIn(page, user.email)
  else await areasOf(page).waitFor()
  return {
    page,
    user,
    allow: (complaint) => void allowed.push(complaint),
    async [Symbol.asyncDispose]() {
      page.context().off('request', onRequest)
      await browser[Symbol.asyncDispose]()
      expect(strangers).toEqual([])
      expect(complaints.filter((text) => !allowed.some((each) => each.test(text)))).toEqual([])
    },
  }
}

/** Presses what somebody without a password presses in development mode. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: new RegExp(`^Continue as .*${email}$`) }).click()
  await areasOf(page).waitFor()
}

const consoleScopes = [
  'openid',
  'email',
  'profile',
  'urn:almanac:account',
  'urn:almanac:admin',
  ...['calendar', 'books', 'doubleclicksearch'].map(scope),
]

/** Leaves in the tab what signing in leaves: the cookies of the server and the token of the console. */
async function storeSession(
  page: Page,
  { site: { base }, user: { email } }: { site: ServerSite; user: WireUser },
): Promise<void> {
  const { request } = page.context()
  const exchange = async (path: string, method = 'GET', body?: string) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const sent = body === undefined ? {} : { data: body, headers }
    const reply = await request.fetch(base + path, { method, maxRedirects: 0, ...sent })
    return { status: reply.status(), headers: reply.headers(), text: await reply.text() }
  }
  const { refreshToken } = await signInToConsole(
    { base, browser: { exchange } },
    { email },
    { scope: consoleScopes.join(' ') },
  )
  await page.evaluate(`sessionStorage.setItem('almanac.refresh', ${JSON.stringify(refreshToken)})`)
}

/** The navigation that only somebody who is signed in sees. */
export const areasOf = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Main navigation' })

async function makeAdministrator({ place }: ServerSite, email: string): Promise<void> {
  const made = await runAlmanac(['user', 'role', email, 'owner'], place.environment)
  if (made.code !== 0) throw new Error(`no administrator: ${made.stderr}`)
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Not as a script of all documents, which would outlive the test in a tab that the next one uses. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(axe)
}

const criteria = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What axe looks at in each theme of the system: in the second one, only what a theme changes. */
const rulesOf = {
  light: { runOnly: criteria },
  dark: { runOnly: ['color-contrast', 'link-in-text-block'] },
}

/** Without the two rules that measure every element, which takes three quarters of the time. */
const structureRules = {
  runOnly: criteria,
  rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
}
type Theme = keyof typeof rulesOf

export const bothThemes: readonly Theme[] = ['light', 'dark']

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

interface AccessibilityOptions {
  /** Without it, dialogs are checked in both themes, and pages for all but colors and sizes. */
  readonly themes?: readonly Theme[]
  /** A selector of what looks like something else on the page, where judging all of it takes seconds. */
  readonly except?: string
}

/**
 * Checks what can be reached on the screen against WCAG 2.2 AA. The test of all pages checks their colors in both
 * themes and the size of what can be pressed, so that other tests check only dialogs for that, and what they name.
 */
export async function expectAccessible(
  page: Page,
  { themes, except }: AccessibilityOptions = {},
): Promise<void> {
  await loadAxe(page)
  // Behind a modal dialog nothing can be reached; axe would measure all of it unless it is hidden.
  const context = `{
    include: document.querySelector('dialog:modal') ?? document,
    exclude: ${JSON.stringify(except === undefined ? [] : [except])},
  }`
  const hasDialog = await page.evaluate<boolean>(showOnlyDialog)
  const checked = themes ?? (hasDialog ? bothThemes : [])
  const passes =
    checked.length === 0
      ? [{ colorScheme: 'light' as const, rules: structureRules }]
      : checked.map((colorScheme) => ({ colorScheme, rules: rulesOf[colorScheme] }))
  for (const { colorScheme, rules } of passes) {
    // Without motion no color is measured on its way to another.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = (await page.evaluate(
      // What passes need not be named: that would take longer than the checks.
      `axe.run(${context}, ${JSON.stringify({ ...rules, resultTypes: ['violations'], preload: false })})`,
    )) as { violations: readonly Violation[] }
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    )
    expect(found, `${page.url()} in the ${colorScheme} theme`).toEqual([])
  }
  if (hasDialog) await page.evaluate(showAll)
}

const showOnlyDialog = `{
  const dialog = document.querySelector('dialog:modal')
  if (dialog !== null) {
    document.body.style.visibility = 'hidden'
    dialog.style.visibility = 'visible'
  }
  dialog !== null
}`

const showAll = `{
  document.body.style.visibility = ''
  for (const dialog of document.querySelectorAll('dialog')) dialog.style.visibility = ''
}`
