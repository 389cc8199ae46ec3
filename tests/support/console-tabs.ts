import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { usualSize } from './chromium.ts'
import { areasOf, type ConsolePage, openConsole } from './console-page.ts'
import type { ServerSite } from './sites.ts'
import type { WireUser } from './wire-user.ts'

export interface ConsoleTab extends AsyncDisposable {
  readonly page: Page
  /** Goes to another page as a link does, without loading the console again. */
  go(path: string): Promise<void>
}

/**
 * One sign-in and one tab for the tests of a block, because a tab that has shown the console before needs a
 * third of the processor time: its process has compiled all scripts, and its session need not ask who it is.
 */
interface ConsoleTabs {
  readonly user: WireUser
  allow(complaint: RegExp): void
  /** Loads a page. The next one can be opened after this one is disposed of. */
  open(path: string, size?: { width: number; height: number }): Promise<ConsoleTab>
}

export const phone = { width: 360, height: 740 }

export function consoleTabs(
  site: ServerSite,
  wanted: {
    readonly isAdmin?: boolean
    /** What has to be there before anybody signs in. */
    readonly prepare?: () => Promise<void>
    readonly prepareUser?: (user: WireUser) => Promise<void>
  } = {},
): ConsoleTabs {
  let opened: ConsolePage | undefined
  let isOpen = false
  beforeAll(async () => {
    await wanted.prepare?.()
    const user = await site.user()
    await wanted.prepareUser?.(user)
    opened = await openConsole(site, {
      user,
      isAdmin: wanted.isAdmin ?? false,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
  })
  afterAll(() => opened?.[Symbol.asyncDispose]())
  return {
    get user() {
      return opened!.user
    },
    allow: (complaint) => opened!.allow(complaint),
    async open(path, size = usualSize) {
      if (isOpen) throw new Error(`Dispose of the open tab before you open ${path}.`)
      const { page } = opened!
      await page.setViewportSize(size)
      await page.goto(site.base + path)
      // Whoever leaves before the session is there loses the refresh token, which is good once.
      await areasOf(page).waitFor()
      isOpen = true
      return {
        page,
        go: (path) => page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`),
        async [Symbol.asyncDispose]() {
          isOpen = false
          await page.unrouteAll({ behavior: 'ignoreErrors' })
          if (page.url().startsWith(site.base)) await page.evaluate('localStorage.clear()')
          await page.setViewportSize(usualSize)
          await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null })
          // A pointer that rests on a link makes the next page preload where that leads.
          await page.mouse.move(-1, -1)
          // Nothing of this test goes on while the next one prepares its data.
          await page.goto('about:blank')
        },
      }
    },
  }
}
