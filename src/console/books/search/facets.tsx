import { formatNumber } from '../../locale/index.ts'
import type { Volume } from '../wire.ts'
import type { Wish } from './wish.ts'

const shownMax = 6

/** Authors and subjects that come up in the results: a press looks only there. */
export function Facets(props: {
  wish: Wish
  volumes: readonly Volume[]
  onWish: (wish: Wish) => void
}) {
  const { wish, volumes, onWish } = props
  const add = (word: string) => onWish({ ...wish, q: `${wish.q ?? ''} ${word}`.trim() })
  return (
    <aside className="facets" aria-label="In these results">
      <Facet
        title="Authors"
        names={volumes.flatMap(({ volumeInfo }) => volumeInfo?.authors ?? [])}
        onChoose={(name) => add(`inauthor:"${name}"`)}
      />
      <Facet
        title="Subjects"
        names={volumes.flatMap(({ volumeInfo }) => volumeInfo?.categories ?? [])}
        onChoose={(name) => add(`subject:"${name}"`)}
      />
    </aside>
  )
}

interface FacetProps {
  readonly title: string
  readonly names: readonly string[]
  readonly onChoose: (name: string) => void
}

function Facet({ title, names, onChoose }: FacetProps) {
  const counted = [...Map.groupBy(names, (name) => name)]
    .map(([name, all]) => ({ name, count: all.length }))
    .sort((a, b) => b.count - a.count)
    .slice(0, shownMax)
  if (counted.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <ul className="plain-list">
        {counted.map(({ name, count }) => (
          <li key={name}>
            <button type="button" className="facet" onClick={() => onChoose(name)}>
              <bdi>{name}</bdi>
              <span className="muted">{formatNumber(count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
