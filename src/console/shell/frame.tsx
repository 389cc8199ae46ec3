import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ShortcutHelp } from '../ui/shortcut-help.tsx'
import { listenForShortcuts } from '../ui/shortcuts.ts'
import { Toasts } from '../ui/toasts.tsx'
import { SideBar } from './side-bar.tsx'
import { WorldBar } from './world-bar.tsx'

/** The page around every area: navigation, content, and what comes up over both. */
export function Frame() {
  const [isHelpOpen, setHelpOpen] = useState(false)
  useEffect(listenForShortcuts, [])
  useFocusOnNewArea()
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <WorldBar />
      <div className="frame">
        <SideBar onHelp={() => setHelpOpen(true)} />
        <main id="content" className="content" tabIndex={-1}>
          <Outlet />
        </main>
        <Toasts />
        <ShortcutHelp isOpen={isHelpOpen} onOpenChange={setHelpOpen} />
      </div>
    </>
  )
}

/** Whoever goes to another area is put at its heading, so that it is read aloud. */
function useFocusOnNewArea(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (fromLocation === undefined) return
        if (areaOf(fromLocation.pathname) === areaOf(toLocation.pathname)) return
        document.querySelector<HTMLElement>('#content h1')?.focus()
      }),
    [router],
  )
}

const areaOf = (path: string) => path.split('/', 2)[1]
