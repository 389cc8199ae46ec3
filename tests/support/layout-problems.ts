import type { Page } from 'playwright-core'

/**
 * What is wrong with the layout of a page, computed from boxes: what leaves the window, is cut off by a
 * box around it, or covers something else. `except` selects what overlaps on purpose, such as events.
 */
export async function layoutProblems(page: Page, except: string): Promise<readonly string[]> {
  await page.evaluate(`(${String(drawnFrame)})()`)
  return (await page.evaluate(
    `(${String(problemsIn)})(${JSON.stringify(except)})`,
  )) as readonly string[]
}

// The functions below run in the browser, whose types tests do not have.
// biome-ignore lint/suspicious/noExplicitAny: see above
declare const document: any, innerWidth: number, getComputedStyle: any, NodeFilter: any
declare const requestAnimationFrame: (callback: () => void) => void

/** The second frame begins when the first is drawn, with charts fitted to the size of the window. */
const drawnFrame = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

function problemsIn(except: string): string[] {
  const slack = 1.5
  const problems: string[] = []
  type Box = { left: number; right: number; top: number; bottom: number; width: number }
  // biome-ignore lint/suspicious/noExplicitAny: elements of the browser
  type Item = { readonly element: any; readonly box: Box; readonly name: string }
  const overflowX = document.documentElement.scrollWidth - innerWidth
  if (overflowX > 0) problems.push(`the page is ${overflowX} px wider than the window`)

  const dialog = document.querySelector('dialog:modal')
  const root = dialog ?? document.body
  // biome-ignore lint/suspicious/noExplicitAny: elements of the browser
  const isIgnored = (element: any) => {
    if (element.closest(`[aria-hidden="true"], details:not([open]) > :not(summary), ${except}`)) {
      return true
    }
    // Texts for screen readers are clipped to nothing.
    for (let at = element; at !== null; at = at.parentElement) {
      if (getComputedStyle(at).clipPath !== 'none') return true
    }
    return !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  const items: Item[] = []
  const range = document.createRange()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    const text = node.textContent.trim()
    const isFolded = node.parentElement.matches('details:not([open])')
    if (text === '' || isFolded || isIgnored(node.parentElement)) continue
    range.selectNodeContents(node)
    // A paragraph is as high as its lines, and inline text may begin in the middle of one.
    for (const box of range.getClientRects()) {
      items.push({ element: node.parentElement, box, name: `"${text.slice(0, 40)}"` })
    }
  }
  for (const element of root.querySelectorAll(
    'button, input, select, textarea, summary, .button',
  )) {
    if (isIgnored(element)) continue
    const box = element.getBoundingClientRect()
    const label = element.getAttribute('aria-label') ?? element.innerText.slice(0, 40)
    if (box.width > 0) items.push({ element, box, name: `<${element.localName}> ${label}` })
  }

  for (const { element, box, name } of items) {
    let isScrolled = false
    let isFixed = false
    for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (style.position === 'fixed') isFixed = true
      if (/auto|scroll/.test(style.overflowX)) isScrolled = true
      const isCutting = /hidden|clip/.test(style.overflowX) && style.textOverflow !== 'ellipsis'
      if (!isScrolled && isCutting) {
        const around = at.getBoundingClientRect()
        if (box.right > around.right + slack || box.left < around.left - slack) {
          problems.push(`${name} is cut off by .${at.className}`)
          break
        }
      }
    }
    if (isScrolled && !isFixed) continue
    if (box.left < -slack || box.right > innerWidth + slack)
      problems.push(`${name} leaves the window`)
  }

  // biome-ignore lint/suspicious/noExplicitAny: elements of the browser
  const layerOf = (element: any) => {
    for (let at = element; at !== null; at = at.parentElement) {
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return at
    }
    return null
  }
  /** The part of a box that the boxes around it leave visible. */
  const visiblePart = ({ element, box }: Item) => {
    let { left, right, top, bottom } = box
    for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflowY === 'visible') continue
      const around = at.getBoundingClientRect()
      left = Math.max(left, around.left)
      right = Math.min(right, around.right)
      top = Math.max(top, around.top)
      bottom = Math.min(bottom, around.bottom)
    }
    return { left, right, top, bottom }
  }
  const layers = items.map(({ element }) => layerOf(element))
  const parts = items.map(visiblePart)
  for (let one = 0; one < items.length; one++) {
    for (let other = one + 1; other < items.length; other++) {
      const [a, b] = [items[one]!, items[other]!]
      const [seen, covering] = [parts[one]!, parts[other]!]
      const width = Math.min(seen.right, covering.right) - Math.max(seen.left, covering.left)
      const height = Math.min(seen.bottom, covering.bottom) - Math.max(seen.top, covering.top)
      if (width <= 2 || height <= 4 || layers[one] !== layers[other]) continue
      if (a.element.contains(b.element) || b.element.contains(a.element)) continue
      if (a.element.closest('label')?.contains(b.element)) continue
      problems.push(`${a.name} overlaps ${b.name}`)
    }
  }
  return problems
}
