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

const ReminderCards = lazy(async () => ({
  default: (await import('../calendar/reminders/reminder-cards.tsx')).ReminderCards,
}))

/** The frame of every area: navigation, content and overlays. */
export function Frame() {
  const [isHelpOpen, setHelpOpen] = useState(false)
  const showHelp = () => setHelpOpen(true)
  const state = useSession()
  const isSettled = useSettled()
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
          {isSettled && <ReminderCards />}
        </Suspense>
      </div>
    </>
  )
}

const settledMs = 2_000

/** Whether the page has been open for a while, so that what can wait does not delay it. */
function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settledMs)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
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
