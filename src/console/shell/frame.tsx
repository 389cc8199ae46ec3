import { Outlet, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSession } from '../session/use-session.ts'
import { t } from '../texts/shell.ts'
import { Toasts } from '../ui/feedback/toasts.tsx'
import { listenForShortcuts, useShortcut } from '../ui/shortcuts/shortcuts.ts'
import { SideBar } from './side-bar.tsx'
import { WorldBar } from './world-bar.tsx'

const ShortcutHelp = lazy(async () => ({
  default: (await import('../ui/shortcuts/shortcut-help.tsx')).ShortcutHelp,
}))

const SignInAgain = lazy(async () => ({
  default: (await import('../session/sign-in-again.tsx')).SignInAgain,
}))

/** The frame of every area: navigation, content and overlays. */
export function Frame() {
  const [isHelpOpen, setHelpOpen] = useState(false)
  const showHelp = () => setHelpOpen(true)
  const state = useSession()
  useEffect(listenForShortcuts, [])
  useShortcut({ keys: '?', label: t.showHelp, group: t.generalGroup, run: showHelp })
  useFocusOnNewArea()
  return (
    <>
      <a className="skip" href="#content">
        {t.skipToContent}
      </a>
      <WorldBar />
      <div className="frame">
        <SideBar onHelp={showHelp} />
        <main id="content" className="content" tabIndex={-1}>
          <Outlet />
        </main>
        <Toasts />
        <Suspense>
          {isHelpOpen && <ShortcutHelp onClose={() => setHelpOpen(false)} />}
          {state.kind === 'signed-in' && state.isStale && <SignInAgain />}
        </Suspense>
      </div>
    </>
  )
}

/** Moves the focus to the heading of a new area, so that screen readers announce it. */
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
