type Step =
  | { readonly kind: 'focus'; readonly item: HTMLElement }
  | { readonly kind: 'open' | 'close' | 'choose' }

/** What a key does at an item of a tree; undefined leaves the key to the browser. */
export function stepInTree(
  tree: HTMLElement,
  item: HTMLElement,
  key: string,
  isRightToLeft: boolean,
): Step | undefined {
  const items = [...tree.querySelectorAll<HTMLElement>('[role=treeitem]')]
  const at = items.indexOf(item)
  const focus = (wanted: HTMLElement | null | undefined): Step | undefined =>
    wanted ? { kind: 'focus', item: wanted } : undefined
  const expanded = item.getAttribute('aria-expanded')
  if (key === 'ArrowDown') return focus(items[at + 1])
  if (key === 'ArrowUp') return focus(items[at - 1])
  if (key === 'Home') return focus(items[0])
  if (key === 'End') return focus(items.at(-1))
  if (key === 'Enter' || key === ' ') return { kind: 'choose' }
  if (key === (isRightToLeft ? 'ArrowLeft' : 'ArrowRight')) {
    if (expanded === 'false') return { kind: 'open' }
    const next = items[at + 1]
    return next && levelOf(next) > levelOf(item) ? focus(next) : undefined
  }
  if (key === (isRightToLeft ? 'ArrowRight' : 'ArrowLeft')) {
    if (expanded === 'true') return { kind: 'close' }
    return focus(items.slice(0, at).findLast((each) => levelOf(each) < levelOf(item)))
  }
  if (key.length === 1) return focus(nextNamed(items, at, key.toLowerCase()))
  return undefined
}

const levelOf = (item: HTMLElement): number => Number(item.getAttribute('aria-level'))

/** The next item, from here on and around, whose name begins with what was typed. */
const nextNamed = (items: readonly HTMLElement[], at: number, letter: string) =>
  [...items.slice(at + 1), ...items.slice(0, at)].find((each) =>
    each.textContent.toLowerCase().startsWith(letter),
  )
