import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'

// Makes the pictures of the main pages: npm run screenshots. It wants a Chromium in the path.

const root = join(import.meta.dirname, '..')
const pictures = join(root, 'docs', 'images')
const monday = Temporal.PlainDate.from('2026-11-16')

/** The screens that pages are shown on: the first two are in the README, by theme. */
const screens = [
  { suffix: '', width: 1440, height: 900, colorScheme: 'light' },
  { suffix: '-dark', width: 1440, height: 900, colorScheme: 'dark' },
  { suffix: '-tablet', width: 820, height: 1180, colorScheme: 'dark' },
  { suffix: '-phone', width: 390, height: 844, colorScheme: 'light' },
] as const

const dataDir = mkdtempSync(join(tmpdir(), 'almanac-screenshots-'))
const server = spawn(process.execPath, [join(root, 'bin/almanac.js'), 'serve', '--port', '0'], {
  env: { PATH: process.env.PATH, ALMANAC_DATA_DIR: dataDir, ALMANAC_DEMO: '1' },
  stdio: ['ignore', 'pipe', 'ignore'],
})
try {
  const { base, token } = await started()
  await fillCalendar(base, token)
  await until(async () => (await get(base, token, '/almanac/v1/ads/advertisers')).items?.length > 0)
  await using browser = await chromium.launch({
    executablePath: process.env.ALMANAC_TEST_BROWSER ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  mkdirSync(pictures, { recursive: true })
  const page = await browser.newPage({
    locale: 'en-US',
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
  })
  await signIn(page, base)
  await pictureOf(page, `${base}/calendar/week/${monday}`, 'calendar', 'Design review')
  await pictureOf(page, `${base}/books`, 'books', 'Continue reading')
  await pictureOf(page, `${base}/developers`, 'developers', 'Tokens')
  await pictureOf(page, `${base}/ads`, 'ads', 'Impressions')
  await pictureOf(page, `${base}/admin`, 'admin', 'Requests per minute')
} finally {
  server.kill()
  await once(server, 'close')
  rmSync(dataDir, { recursive: true, force: true })
}

async function started(): Promise<{ base: string; token: string }> {
  let said = ''
  for await (const text of server.stdout) {
    said += text
    const base = /listening on (\S+)/.exec(said)?.[1]
    const token = /Access token for \S+: (\S+)/.exec(said)?.[1]
    if (base !== undefined && token !== undefined) return { base, token }
  }
  throw new Error(`The server did not start: ${said}`)
}

async function fillCalendar(base: string, token: string): Promise<void> {
  const events: readonly [string, number, string, string, string?][] = [
    ['Design review', 0, '10:00', '11:30', '9'],
    ['Lunch with the team', 1, '12:00', '13:00', '5'],
    ['Write the quarterly report', 2, '09:00', '11:00'],
    ['Dentist', 3, '15:30', '16:15', '11'],
    ['Release 1.0', 4, '14:00', '15:00', '10'],
    ['Choir', 1, '18:30', '20:00', '3'],
  ]
  const at = (days: number, time: string) => ({
    dateTime: `${monday.add({ days })}T${time}:00`,
    timeZone: 'Europe/Berlin',
  })
  const stand = { summary: 'Stand-up', start: at(0, '09:15'), end: at(0, '09:30') }
  const bodies = [
    { ...stand, recurrence: ['RRULE:FREQ=DAILY;COUNT=5'] },
    ...events.map(([summary, days, from, to, colorId]) => ({
      summary,
      colorId,
      start: at(days, from),
      end: at(days, to),
    })),
  ]
  for (const body of bodies) {
    const reply = await fetch(`${base}/calendar/v3/calendars/primary/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(await reply.text())
  }
}

async function get(base: string, token: string, path: string) {
  const reply = await fetch(base + path, { headers: { Authorization: `Bearer ${token}` } })
  return (await reply.json()) as { items: unknown[] }
}

async function until(isThere: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await isThere()) return
    await pause(200)
  }
  throw new Error('The demo data did not come.')
}

async function signIn(page: Page, base: string): Promise<void> {
  await page.goto(base)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /^Continue as/ }).click()
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
}

async function pictureOf(page: Page, address: string, name: string, words: string): Promise<void> {
  for (const { suffix, width, height, colorScheme } of screens) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await page.goto(address)
    await page.getByText(words).first().waitFor()
    // Pictures and what is loaded on demand come a moment later; a stream of changes never ends.
    await pause(1_000)
    await page.screenshot({ path: join(pictures, `${name}${suffix}.png`) })
  }
}
