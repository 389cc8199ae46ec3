import { world, worldPath } from '../world.ts'
import './world-bar.css'

/** Shows the current world with a link to the default one; nothing in the default world. */
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
