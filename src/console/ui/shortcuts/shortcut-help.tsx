import { useSyncExternalStore } from 'react'
import { t } from '../../texts/shared.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { registry } from './shortcuts.ts'

/** Every shortcut that works on this page. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const shortcuts = useSyncExternalStore(registry.subscribe, registry.list)
  const groups = Map.groupBy(shortcuts, ({ group }) => group)
  return (
    <Dialog title={t.keyboardShortcuts} isOpen onClose={onClose} size="wide">
      <div className="shortcut-groups">
        {[...groups].map(([group, members]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl className="shortcuts">
              {members.map(({ keys, label }) => (
                <div key={keys}>
                  <dt>
                    {keys.split(' ').map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
