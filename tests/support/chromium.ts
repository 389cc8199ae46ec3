import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Download,
  type Page,
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

export interface BrowserPage extends AsyncDisposable {
  readonly page: Page
  /** What the browser has complained about so far, on all of its pages. */
  readonly complaints: readonly string[]
}

/** A profile of its own in the browser, with nothing in its memory. */
export async function openBrowser(options: BrowserContextOptions = {}): Promise<BrowserPage> {
  browser ??= launch()
  const context = await (await browser).newContext(options)
  const page = await context.newPage()
  context.setDefaultTimeout(60_000)
  const complaints: string[] = []
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  context.on('weberror', (failure) => complaints.push(failure.error().message))
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() }
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
