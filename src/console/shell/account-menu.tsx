import { lazy, Suspense, useState } from 'react'
import { session } from '../session/session.ts'
import { usePerson } from '../session/use-session.ts'
import { PersonIcon } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'
import { chooseTheme, type Theme, useTheme } from './theme.ts'

const ChangePasswordDialog = lazy(async () => ({
  default: (await import('./change-password-dialog.tsx')).ChangePasswordDialog,
}))

const TimeZoneDialog = lazy(async () => ({
  default: (await import('./time-zone-dialog.tsx')).TimeZoneDialog,
}))

const themes: readonly { theme: Theme; label: string }[] = [
  { theme: 'system', label: 'System theme' },
  { theme: 'light', label: 'Light theme' },
  { theme: 'dark', label: 'Dark theme' },
]

/** Who is signed in, how the console looks to them, and the way out. */
export function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const { email, name = email } = usePerson()
  const theme = useTheme()
  const [isChoosingZone, setChoosingZone] = useState(false)
  const [isChangingPassword, setChangingPassword] = useState(false)
  return (
    <div className="account">
      <Menu
        label={`Account of ${name}`}
        className="area account-button"
        button={
          <>
            <PersonIcon />
            <span className="words">{name}</span>
          </>
        }
        header={
          <p className="menu-header">
            <bdi>{name}</bdi>
            <bdi className="muted">{email}</bdi>
          </p>
        }
        items={[
          ...themes.map(({ theme: each, label }) => ({
            label,
            isChecked: each === theme,
            onSelect: () => chooseTheme(each),
          })),
          { label: 'Time zone…', isAfterLine: true, onSelect: () => setChoosingZone(true) },
          { label: 'Change password…', onSelect: () => setChangingPassword(true) },
          { label: 'Keyboard shortcuts', onSelect: onHelp },
          { label: 'Sign out', isAfterLine: true, onSelect: () => void session.signOut() },
        ]}
      />
      <Suspense>
        {isChoosingZone && <TimeZoneDialog onClose={() => setChoosingZone(false)} />}
        {isChangingPassword && <ChangePasswordDialog onClose={() => setChangingPassword(false)} />}
      </Suspense>
    </div>
  )
}
