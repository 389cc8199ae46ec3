import { useState } from 'react'
import { Mark } from '../shell/mark.tsx'
import { t } from '../texts/shell.ts'
import { Button } from '../ui/button.tsx'
import { usePageTitle } from '../ui/page/page-title.ts'
import { session } from './session.ts'

/** The page for users who are not signed in. */
export function Welcome({ problem }: { problem?: string | undefined }) {
  const [isLeaving, setLeaving] = useState(false)
  usePageTitle(t.signIn)
  return (
    <main className="welcome" id="content">
      <Mark className="welcome-mark" />
      <h1>{t.product}</h1>
      <p className="muted">{t.welcome}</p>
      {problem !== undefined && (
        <p role="alert" className="note">
          {problem}
        </p>
      )}
      <Button
        kind="main"
        isBusy={isLeaving}
        onClick={() => {
          setLeaving(true)
          void session.signIn()
        }}
      >
        {t.signIn}
      </Button>
    </main>
  )
}
