import { useState } from 'react'
import { Mark } from '../shell/mark.tsx'
import { Button } from '../ui/button.tsx'
import { usePageTitle } from '../ui/page/page-title.ts'
import { session } from './session.ts'

/** The page for users who are not signed in. */
export function Welcome({ problem }: { problem?: string | undefined }) {
  const [isLeaving, setLeaving] = useState(false)
  usePageTitle('Sign in')
  return (
    <main className="welcome" id="content">
      <Mark className="welcome-mark" />
      <h1>Almanac</h1>
      <p className="muted">
        Your calendars, books and search advertising, on a server of your own.
      </p>
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
        Sign in
      </Button>
    </main>
  )
}
