import { useSyncExternalStore } from 'react'
import { Dialog } from './dialog.tsx'
import { registry, useShortcut } from './shortcuts.ts'

/** The dialog that `?` opens: every shortcut that works on this page. */
export function ShortcutHelp({
  isOpen,
  onOpenChange,
}: {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}) {
  const shortcuts = useSyncExternalStore(registry.subscribe, registry.list)
  useShortcut({
    keys: '?',
    label: 'Show this help',
    group: 'General',
    run: () => onOpenChange(true),
  })
  const groups = Map.groupBy(shortcuts, ({ group }) => group)
  return (
    <Dialog
      title="Keyboard shortcuts"
      isOpen={isOpen}
      onClose={() => onOpenChange(false)}
      size="wide"
    >
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
