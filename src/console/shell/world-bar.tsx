import { world, worldPath } from '../world.ts'
import './world-bar.css'

/** Shows which world this is, with a link back to the default one; in that one, nothing. */
export function WorldBar() {
  if (world.id === undefined) return null
  return (
    <aside className="world-bar" aria-label="Current world">
      <p title={world.id}>
        World <strong>{world.id}</strong>
      </p>
      {/* Another world is another page: nothing of this one stays in memory. */}
      <a href={worldPath(undefined)}>Default world</a>
    </aside>
  )
}
