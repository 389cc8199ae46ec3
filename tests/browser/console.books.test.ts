import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { bookFixture } from '../support/book-fixtures.ts'
import { importBooks } from '../support/book-site.ts'
import { browserUnavailable, openBrowser } from '../support/chromium.ts'
import { expectAccessible } from '../support/console-page.ts'
import { consoleTabs } from '../support/console-tabs.ts'
import { onEmbeddedServer } from '../support/sites.ts'

const suite =
  browserUnavailable === undefined ? 'in a browser' : `in a browser (${browserUnavailable})`

const lanterns = Array.from({ length: 45 }, (_, index) => ({
  id: `lantern${String(index).padStart(5, '0')}`,
  title: `Lantern of house ${index}`,
  authors: [index % 2 === 0 ? 'Ada Wright' : 'Otto Berg'],
}))

const tower = (number: number, title: string, info: object = {}) => ({
  id: `tower000000${number}`,
  title,
  authors: ['Ada Wright'],
  info,
})
const towers = [
  tower(1, 'The First Tower', {
    averageRating: 4.5,
    ratingsCount: 1200,
    seriesInfo: { shortSeriesBookTitle: 'Towers', bookDisplayNumber: '1' },
  }),
  tower(2, 'The First Tower: A Novel', { publishedDate: '1999' }),
  tower(3, 'The Third Tower', {
    publishedDate: '2003',
    seriesInfo: { shortSeriesBookTitle: 'Towers', bookDisplayNumber: '3' },
  }),
]

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const results = (page: Page) => page.getByRole('list', { name: 'Results' }).getByRole('listitem')
const lines = (page: Page) =>
  page.getByRole('list', { name: 'Books on this shelf' }).getByRole('heading')
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search books' })

describe.skipIf(browserUnavailable !== undefined)(suite, () => {
  onEmbeddedServer('books in the console', (site) => {
    const console = consoleTabs(site, {
      prepare: () => importBooks(site.place, [...lanterns, ...towers]),
    })
    const ask = (path: string, method = 'POST', body?: object) =>
      site.call(path, {
        method,
        headers: { Authorization: `Bearer ${console.user.token}` },
        ...(body && { body }),
      })
    const shelf = (id: number) => `/books/v1/mylibrary/bookshelves/${id}`
    /** A shelf of one's own with the first lanterns on it. */
    const newShelf = async (title: string, count: number, more: object = {}) => {
      const made = await ask('/almanac/v1/users/me/bookshelves', 'POST', { title, ...more })
      const id = Number(made.json.id)
      for (const volume of lanterns.slice(0, count)) {
        await ask(`${shelf(id)}/addVolume?volumeId=${volume.id}`)
      }
      return id
    }
    const order = async (id: number) => {
      const { json } = await ask(`${shelf(id)}/volumes?maxResults=100`, 'GET')
      return (json.items ?? []).map((item) => Number(String(item.id).slice(7)))
    }

    it('finds volumes while somebody types, and shows more of them at the end', async () => {
      await using tab = await console.open('/books')
      const { page } = tab
      await search(page).waitFor()
      await expectAccessible(page)
      await search(page).pressSequentially('lantern house')
      await page.getByText('45 books').waitFor()
      await expect.poll(() => page.url()).toContain('?q=lantern')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
      await expect.poll(() => results(page).count()).toBeGreaterThan(20)
      await page.getByText('45 books').waitFor()
      const covers = await page
        .locator('.cover img')
        .evaluateAll((images) => images.map((image) => image.getAttribute('src')))
      expect(covers.every((address) => address?.startsWith('/books/content?'))).toBe(true)
    })

    it('shows a volume and its neighbors in the list, which an author and filters narrow down', async () => {
      await using tab = await console.open('/books?q=lantern')
      const { page } = tab
      const titles = await (async () => {
        await results(page).first().waitFor()
        return results(page).getByRole('heading').allInnerTexts()
      })()
      await page.getByRole('link', { name: titles[0]!, exact: true }).click()
      await heading(page, titles[0]!).waitFor()
      expect(await page.getByRole('link', { name: /^Previous/ }).count()).toBe(0)
      await page.getByRole('link', { name: `Next: ${titles[1]}` }).click()
      await heading(page, titles[1]!).waitFor()
      await page.getByRole('link', { name: `Previous: ${titles[0]}` }).waitFor()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Back to results' }).click()
      await page.getByText('45 books').waitFor()
      const facets = page.getByRole('complementary', { name: 'In these results' })
      await facets.getByRole('button', { name: 'Otto Berg' }).click()
      await page.getByText('22 books').waitFor()
      expect(await search(page).inputValue()).toBe('lantern inauthor:"Otto Berg"')
      await page.getByLabel('Search in').selectOption('My shelves')
      await page.getByText('No results').waitFor()
      await expectAccessible(page)
    })

    it('begins with the books that somebody is reading, and those that were added last', async () => {
      await newShelf('Autumn', 1)
      await ask(`${shelf(3)}/addVolume?volumeId=${lanterns[5]!.id}`)
      await using tab = await console.open('/books')
      const { page } = tab
      const reading = page.getByRole('region', { name: 'Continue reading' })
      await reading.getByRole('link', { name: 'Lantern of house 5' }).waitFor()
      await page.getByText('1 reading').waitFor()
      const added = page.getByRole('region', { name: 'Recently added' })
      await added.getByRole('link', { name: 'Lantern of house 0', exact: true }).waitFor()
      expect((await added.getByRole('link').evaluateAll(namesOf)).slice(0, 2)).toEqual([
        'Lantern of house 5',
        'Lantern of house 0',
      ])
      await expectAccessible(page)
      await reading.getByRole('link', { name: 'Lantern of house 5' }).click()
      await page.getByRole('heading', { name: 'Lantern of house 5', level: 1 }).waitFor()
      await tab.go('/books/shelves')
      const card = page.getByRole('listitem').filter({ hasText: 'Reading now' })
      await card.getByText('1 book').waitFor()
      await expect.poll(() => card.locator('.cover img').count()).toBe(1)
      await ask(`${shelf(3)}/clearVolumes`)
    })

    it('puts a volume on shelves and takes it off', async () => {
      await using tab = await console.open(`/books/volumes/${lanterns[7]!.id}`)
      const { page } = tab
      await page.getByRole('button', { name: 'Add to shelf' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add to shelf' })
      await dialog.getByLabel('To read').check()
      await page.getByText('Added to “To read”').waitFor()
      await expectAccessible(page)
      expect(await order(2)).toEqual([7])
      expect(await dialog.getByLabel('To read').evaluate(checkedAfterClick)).toBe(false)
      await page.getByText('Removed from “To read”').waitFor()
      expect(await order(2)).toEqual([])
      await expect.poll(() => dialog.getByLabel('To read').isChecked()).toBe(false)
      await dialog.getByLabel('New shelf').fill('Winter')
      await dialog.getByRole('button', { name: 'Create and add' }).click()
      await page.getByText('Added to “Winter”').waitFor()
      await expect.poll(() => dialog.getByLabel('Winter').isChecked()).toBe(true)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    })

    it('rates and reviews a volume, and shows its series and other editions', async () => {
      await using tab = await console.open('/books/volumes/tower0000001')
      const { page } = tab
      await page.getByText('4.5 out of 5 (1,200 ratings)').waitFor()
      const series = page.getByRole('region', { name: 'More in Towers' })
      await expect
        .poll(() => series.getByRole('link').evaluateAll(namesOf))
        .toEqual(['The Third Tower, 2003'])
      const editions = page.getByRole('region', { name: 'Other editions' })
      await expect
        .poll(() => editions.getByRole('link').evaluateAll(namesOf))
        .toEqual(['The First Tower: A Novel, 1999'])
      await page.getByRole('radio', { name: '4 stars' }).check()
      await page.getByText('Review saved').waitFor()
      await page.getByLabel('Review', { exact: true }).fill('Tall.')
      await page.getByLabel('Finished reading on').fill('2026-03-01')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Save review' }).click()
      await page.getByRole('button', { name: 'Save review' }).waitFor({ state: 'detached' })
      const { json } = await ask('/books/v1/volumes/tower0000001', 'GET')
      expect((json as unknown as { userInfo: object }).userInfo).toMatchObject({
        review: { rating: 'FOUR', content: 'Tall.', date: '2026-03-01' },
      })
      await page.reload()
      await expect.poll(() => page.getByRole('radio', { name: '4 stars' }).isChecked()).toBe(true)
    })

    it('makes a shelf, fills it from the search, renames and publishes it, empties and deletes it', async () => {
      await using tab = await console.open('/books/shelves')
      const { page } = tab
      await page.getByRole('button', { name: 'New shelf' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Title').fill('By the sea')
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      await heading(page, 'By the sea').waitFor()
      await page.getByText('This shelf is empty').waitFor()

      await page.getByRole('button', { name: 'Add books' }).click()
      await dialog.getByLabel('Search books').fill('lantern of house 12')
      await dialog.getByRole('button', { name: 'Add Lantern of house 12', exact: true }).click()
      await dialog.getByText('Added').waitFor()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Done' }).click()
      await page.getByText('1 book', { exact: true }).waitFor()
      expect(await lines(page).allInnerTexts()).toEqual(['Lantern of house 12'])

      const choose = async (name: string) => {
        await page.getByRole('button', { name: 'More actions' }).click()
        await page.getByRole('menuitem', { name }).click()
      }
      await choose('Edit…')
      await dialog.getByLabel('Title').fill('On the beach')
      await dialog.getByLabel('Visibility').selectOption('Public: anyone with the link')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await heading(page, 'On the beach').waitFor()
      await page.getByText('Public', { exact: true }).waitFor()
      await choose('Copy link')
      expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
        /\/books\/users\/\w+\/shelves\/\d+$/,
      )

      await choose('Remove all books…')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Remove all books' }).click()
      await page.getByText('This shelf is empty').waitFor()
      await choose('Delete shelf…')
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await heading(page, 'Shelves').waitFor()
      await expect.poll(() => page.getByRole('link', { name: 'On the beach' }).count()).toBe(0)
      await expectAccessible(page)
    })

    it('puts a shelf in order by keyboard and by dragging, and brings a removed volume back', async () => {
      const id = await newShelf('In order', 4)
      await using tab = await console.open(`/books/shelves/${id}`)
      const { page } = tab
      const down = page.getByRole('button', { name: 'Move Lantern of house 0 down' })
      await down.focus()
      await page.keyboard.press('Enter')
      await page.getByText('Lantern of house 0 moved to position 2 of 4').waitFor()
      await expect.poll(() => order(id)).toEqual([1, 0, 2, 3])
      expect(await down.evaluate(isFocused)).toBe(true)
      await page.keyboard.press('Enter')
      await expect.poll(() => order(id)).toEqual([1, 2, 0, 3])

      const grips = page.locator('.grip')
      const from = (await grips.nth(3).boundingBox())!
      const to = (await grips.nth(0).boundingBox())!
      await page.mouse.move(from.x + 8, from.y + 8)
      await page.mouse.down()
      await page.mouse.move(to.x + 8, to.y - 10, { steps: 8 })
      await page.mouse.up()
      await expect.poll(() => order(id)).toEqual([3, 1, 2, 0])
      await expect
        .poll(() => lines(page).allInnerTexts())
        .toEqual([3, 1, 2, 0].map((number) => `Lantern of house ${number}`))
      await expectAccessible(page)

      await page.getByRole('button', { name: 'Remove Lantern of house 1 from shelf' }).click()
      await expect.poll(() => order(id)).toEqual([3, 2, 0])
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(() => order(id)).toEqual([3, 1, 2, 0])
      await page.getByText('Lantern of house 1', { exact: true }).waitFor()
    })

    it('shows a public shelf to people who are not signed in, and no other', async () => {
      const id = await newShelf('For all', 2, { access: 'PUBLIC' })
      const hidden = await newShelf('For me', 1)
      const { json } = await ask(shelf(id), 'GET')
      const owner = /users\/(\w+)\//.exec(String(json.selfLink))![1]
      await using browser = await openBrowser()
      const { page } = browser
      await page.goto(`${site.base}/books/users/${owner}/shelves/${id}`)
      await heading(page, 'For all').waitFor()
      await expect.poll(() => lines(page).count()).toBe(2)
      await expectAccessible(page)
      expect(browser.complaints).toEqual([])
      await page.goto(`${site.base}/books/users/${owner}/shelves/${hidden}`)
      await page.getByRole('alert').waitFor()
      expect(await page.getByText('Lantern').count()).toBe(0)
    })

    it('imports the library of another service, and tells which rows it could not read', async () => {
      await using tab = await console.open('/books/import')
      const { page } = tab
      await page.getByLabel('File').setInputFiles(bookFixture('goodreads.csv'))
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Import' }).click()
      await page.getByRole('heading', { name: 'Import results' }).waitFor()
      await page.getByRole('row', { name: /A Study in Scarlet/ }).waitFor()
      await expectAccessible(page, { themes: ['light'] })
    })
  })
})

const namesOf = (links: readonly { getAttribute(name: string): string | null }[]) =>
  links.map((link) => link.getAttribute('aria-label'))

const isFocused = (element: { ownerDocument: { activeElement: unknown } }) =>
  element === element.ownerDocument.activeElement

/** Whether the box is ticked after a click, before any timer ran or anything was loaded. */
const checkedAfterClick = async (element: unknown) => {
  const box = element as { click(): void; checked: boolean }
  box.click()
  for (let turn = 0; turn < 50; turn++) await undefined
  return box.checked
}
