import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { t } from '../../texts/ads.ts'
import { ChevronIcon } from '../../ui/icons.tsx'
import { childrenOf, hasChildren, keyOf, type Place, type Places } from '../entities.ts'

interface PlaceTreeProps {
  readonly roots: readonly Place[]
  readonly chosen: Place | undefined
  readonly onChoose: (place: Place) => void
}

interface Branches {
  readonly chosen: string | undefined
  /** The only item in the tab order. */
  readonly active: string
  readonly open: ReadonlySet<string>
  readonly onToggle: (key: string, isOpen: boolean) => void
  readonly onChoose: (place: Place) => void
}

/** A tree with keyboard navigation: arrows move and expand, Enter selects. Branches load when expanded. */
export function PlaceTree({ roots, chosen, onChoose }: PlaceTreeProps) {
  const tree = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(
    // A single agency is expanded to save a click.
    () => new Set(roots.length === 1 ? [keyOf(roots[0]!)] : []),
  )
  const [active, setActive] = useState(keyOf(roots[0]!))
  const toggle = (key: string, isOpen: boolean) => {
    const next = new Set(open)
    if (isOpen) next.add(key)
    else next.delete(key)
    setOpen(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const item = (event.target as HTMLElement).closest<HTMLElement>('[role=treeitem]')
    if (item === null || event.ctrlKey || event.metaKey || event.altKey) return
    const isRightToLeft = getComputedStyle(item).direction === 'rtl'
    const step = stepInTree(tree.current!, item, event.key, isRightToLeft)
    if (step === undefined) return
    event.preventDefault()
    if (step.kind === 'focus') step.item.focus()
    else if (step.kind === 'choose') item.click()
    else toggle(item.dataset.key!, step.kind === 'open')
  }
  return (
    <div
      ref={tree}
      role="tree"
      aria-label={t.accounts}
      className="tree"
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        const key = (event.target as HTMLElement).dataset.key
        if (key !== undefined) setActive(key)
      }}
    >
      {roots.map((place, at) => (
        <Branch
          key={keyOf(place)}
          place={place}
          stand={{ level: 1, at, of: roots.length }}
          branches={{
            chosen: chosen && keyOf(chosen),
            active,
            open,
            onToggle: toggle,
            onChoose,
          }}
        />
      ))}
    </div>
  )
}

/** The position of an item in its branch. */
interface Stand {
  readonly level: number
  readonly at: number
  readonly of: number
}

interface BranchProps {
  readonly place: Place
  readonly stand: Stand
  readonly branches: Branches
}

/** An item followed by its children. They are siblings in the DOM, so that each is named by its own text. */
function Branch({ place, stand: { level, at, of }, branches }: BranchProps) {
  const key = keyOf(place)
  const isParent = hasChildren(place)
  const isOpen = branches.open.has(key)
  const choose = () => {
    branches.onChoose(place)
    if (isParent) branches.onToggle(key, !isOpen)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys of all its items. */}
      <div
        role="treeitem"
        className="tree-line"
        data-key={key}
        aria-level={level}
        aria-posinset={at + 1}
        aria-setsize={of}
        aria-expanded={isParent ? isOpen : undefined}
        aria-selected={branches.chosen === key}
        tabIndex={branches.active === key ? 0 : -1}
        style={{ paddingInlineStart: `${(level - 1) * 1.25 + 0.25}rem` }}
        onClick={choose}
      >
        <span className={isOpen ? 'twig open' : 'twig'}>{isParent && <ChevronIcon />}</span>
        <bdi>{place.name}</bdi> <span className="muted tree-level">{t.levels[place.level]}</span>
        {place.status !== undefined && place.status !== 'Active' && (
          <span className="badge">{place.status}</span>
        )}
      </div>
      {isOpen && <Twigs place={place} level={level + 1} branches={branches} />}
    </>
  )
}

function Twigs({ place, level, branches }: { place: Place; level: number; branches: Branches }) {
  const children = useQuery(childrenOf(place))
  const { data } = children
  return (
    <>
      {data?.items.map((child, at) => (
        <Branch
          key={keyOf(child)}
          place={child}
          stand={{ level, at, of: data.items.length }}
          branches={branches}
        />
      ))}
      <TwigNote words={noteOn(children)} level={level} />
    </>
  )
}

function TwigNote({ words, level }: { words: string | undefined; level: number }) {
  if (words === undefined) return null
  return (
    <div
      role="none"
      className="muted"
      style={{ paddingInlineStart: `${(level - 1) * 1.25 + 1.75}rem` }}
    >
      {words}
    </div>
  )
}

function noteOn({ data, error }: { data: Places | undefined; error: Error | null }) {
  if (data === undefined) return error?.message ?? t.loading
  if (data.items.length === 0) return t.empty
  return data.isCut ? t.moreByName : undefined
}

type Step =
  | { readonly kind: 'focus'; readonly item: HTMLElement }
  | { readonly kind: 'open' | 'close' | 'choose' }

/** Handles a key on an item; undefined leaves the key to the browser. */
function stepInTree(
  tree: HTMLElement,
  item: HTMLElement,
  key: string,
  isRightToLeft: boolean,
): Step | undefined {
  const items = [...tree.querySelectorAll<HTMLElement>('[role=treeitem]')]
  const at = items.indexOf(item)
  const focus = (target: HTMLElement | null | undefined): Step | undefined =>
    target ? { kind: 'focus', item: target } : undefined
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

/** The next item, cyclically, whose name starts with the typed text. */
const nextNamed = (items: readonly HTMLElement[], at: number, letter: string) =>
  [...items.slice(at + 1), ...items.slice(0, at)].find((each) =>
    each.textContent.toLowerCase().startsWith(letter),
  )
