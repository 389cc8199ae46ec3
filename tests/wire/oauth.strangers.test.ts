import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, it } from 'vitest'
import { BrowserUser } from '../support/browser-user.ts'
import { as } from '../support/calling.ts'
import { newProgram, type Program } from '../support/program.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const ann = { email: 'ann@example.com' }

onEmbeddedServer('somebody who has not signed in', (site) => {
  let program: Program
  beforeAll(async () => {
    program = await newProgram(site, { type: 'installed' })
    await site.user(ann)
  })

  function countRows(table: 'oauth_artifacts' | 'quota_usage', condition = '1 = 1'): number {
    const folder = site.place.environment.ALMANAC_DATA_DIR!
    using database = new DatabaseSync(join(folder, 'almanac.sqlite'), { readOnly: true })
    const { count } = database
      .prepare(`select count(*) as count from ${table} where ${condition}`)
      .get() as { count: number }
    return count
  }

  it('leaves nothing in the database by asking for access and looking at pages', async () => {
    const before = countRows('oauth_artifacts')
    const browser = new BrowserUser(site.base)
    for (let time = 0; time < 5; time++) {
      for (const each of [new BrowserUser(site.base), browser]) {
        const { page } = await each.open(program.address({ state: `${time}` }))
        expect(page.heading).toBe('Sign in')
        const fill = { email: ann.email, password: 'wrong' }
        expect((await each.press(page, 'Sign in', { fill })).page.status).not.toBe(200)
        const { page: device } = await each.open('/device')
        const { page: wrong } = await each.press(device, 'Continue', {
          fill: { user_code: 'BBBB-BBBB' },
        })
        expect(wrong.words).toContain('No device is waiting for this code')
      }
    }
    expect(countRows('oauth_artifacts')).toBe(before)
  })

  it('completes sign-ins in several tabs, each separately', async () => {
    const browser = new BrowserUser(site.base)
    const tabs = []
    for (const state of ['one', 'two']) {
      tabs.push((await browser.open(program.address({ state }))).page)
    }
    const isAnn = (text: string) => text.startsWith('Continue as') && text.includes(ann.email)
    const states = []
    for (const tab of tabs) {
      const { page, left } = await browser.press(tab, isAnn)
      const answered = left ?? (await browser.press(page, 'Allow')).left
      states.push(answered!.searchParams.get('state'))
    }
    expect(states).toEqual(['one', 'two'])
  })

  it('cannot continue with a request that another browser has started', async () => {
    const { page } = await new BrowserUser(site.base).open(program.address())
    const { page: elsewhere } = await new BrowserUser(site.base).open(page.path)
    expect(elsewhere.status).toBe(400)
    expect(elsewhere.words).toContain('This page has expired')
  })

  it('leaves no trace of use in the database', async () => {
    for (let time = 0; time < 5; time++) {
      expect((await as(site.base).get('/books/v1/volumes?q=x')).status).toBe(200)
    }
    const { json } = await as(site.base).get('/_almanac/quota')
    expect(JSON.stringify(json)).not.toContain('anonymous')
    expect(countRows('quota_usage', `subject like '%anonymous%'`)).toBe(0)
  })
})
