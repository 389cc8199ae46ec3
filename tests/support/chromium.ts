import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  type ConsoleMessage,
  chromium,
  type Download,
  type Page,
  type WebError,
} from 'playwright-core'
import { inject } from 'vitest'
import { noteProcess } from './noted-processes.ts'

// The first has no window to draw and needs half the processor time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** Where the browser is: what `ALMANAC_TEST_BROWSER` names, or the first that is installed. */
const executablePath =
  process.env.ALMANAC_TEST_BROWSER ||
  names
    .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((path) => join(path, name)))
    .find(isExecutable)

/** Why tests in a browser cannot run here; undefined when they can. */
export const browserUnavailable: string | undefined =
  executablePath === undefined
    ? 'there is no Chromium: apt-get install chromium-headless-shell, or set ALMANAC_TEST_BROWSER'
    : undefined

interface BrowserPage extends AsyncDisposable {
  readonly page: Page
  /** What the browser has complained about so far, on all of its pages. */
  readonly complaints: readonly string[]
}

/** A profile of its own in the browser, with nothing in its memory. */
export async function openBrowser(options: BrowserContextOptions = {}): Promise<BrowserPage> {
  const page = await newPage(options)
  const { complaints } = listenToComplaints(page)
  return { page, complaints, [Symbol.asyncDispose]: () => page.context().close() }
}

// They stay open until the run ends.
const idlePages: Page[] = []

/**
 * A tab that remembers nothing but the scripts that tests before have loaded: with them, signing in to the console
 * takes a third of the processor time. It shows an empty page of the server at `origin`, which has nothing stored.
 */
export async function borrowBrowser(
  origin: string,
  permissions: readonly string[] = [],
): Promise<BrowserPage> {
  const page = idlePages.pop() ?? (await newPage())
  const context = page.context()
  // No script of the console runs there.
  const blank = `${origin}/blank`
  await page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(blank)
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  await page.unroute(blank)
  await context.grantPermissions([...permissions])
  const { complaints, stop } = listenToComplaints(page)
  return {
    page,
    complaints,
    async [Symbol.asyncDispose]() {
      stop()
      if (page.isClosed()) return context.close()
      for (const other of context.pages()) if (other !== page) await other.close()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.setOffline(false)
      await page.goto('about:blank')
      await context.clearCookies()
      await context.clearPermissions()
      await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null })
      await page.setViewportSize(usualSize)
      idlePages.push(page)
    },
  }
}

export const usualSize = { width: 1280, height: 720 }

/** A connection to the tools of the browser. What it changes in a tab ends with it. */
export async function devTools(page: Page): Promise<CDPSession & AsyncDisposable> {
  const session = await page.context().newCDPSession(page)
  return Object.assign(session, { [Symbol.asyncDispose]: () => session.detach() })
}

async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  browser ??= launch()
  const context = await (await browser).newContext(options)
  context.setDefaultTimeout(60_000)
  return context.newPage()
}

function listenToComplaints(page: Page) {
  const context = page.context()
  const complaints: string[] = []
  const onMessage = (message: ConsoleMessage) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  }
  const onError = (failure: WebError) => void complaints.push(failure.error().message)
  context.on('console', onMessage).on('weberror', onError)
  const stop = () => void context.off('console', onMessage).off('weberror', onError)
  return { complaints, stop }
}

// Starting a browser takes seconds, so the files that one worker runs share it until the run ends.
let browser: Promise<Browser> | undefined

async function launch(): Promise<Browser> {
  const launched = await chromium.launch({
    executablePath: executablePath!,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      // A process for drawing takes a sixth of the processor time of all tests.
      '--in-process-gpu',
      // Optimizing scripts that run for seconds takes a tenth of it.
      '--js-flags=--no-opt --no-maglev',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  launched.once('disconnected', noteProcess(inject('runFolder'), await processIdOf(launched)))
  return launched
}

async function processIdOf(launched: Browser): Promise<number> {
  const session = await launched.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.find(({ type }) => type === 'browser')!.id
}

/** What a file says that somebody has saved. */
export const savedText = async (saving: Promise<Download>): Promise<string> =>
  text(await (await saving).createReadStream())

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
