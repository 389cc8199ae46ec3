import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type ConsolePage, openConsole } from './console-page.ts'
import type { ServerSite } from './sites.ts'
import type { WireUser } from './wire-user.ts'

export interface ConsoleTab extends AsyncDisposable {
  readonly page: Page
}

/** One sign-in for the tests of a block, each of which opens tabs of its own. */
export interface ConsoleTabs {
  readonly user: WireUser
  allow(complaint: RegExp): void
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
    async open(path, size) {
      const page = await opened!.page.context().newPage()
      if (size !== undefined) await page.setViewportSize(size)
      await page.goto(site.base + path)
      return { page, [Symbol.asyncDispose]: () => page.close() }
    },
  }
}
