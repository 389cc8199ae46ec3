import { world, worldPath } from '../world.ts'
import './world-bar.css'
import { t } from '../texts/shell.ts'

/** Shows the current world with a link to the default one; nothing in the default world. */
export function WorldBar() {
  if (world.id === undefined) return null
  return (
    <aside className="world-bar" aria-label={t.currentWorld}>
      <p title={world.id}>
        {t.world} <strong>{world.id}</strong>
      </p>
      {/* Another world is another page: nothing of this one stays in memory. */}
      <a href={worldPath(undefined)}>{t.defaultWorld}</a>
    </aside>
  )
}
