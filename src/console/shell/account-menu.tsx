import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { session } from '../session/session.ts'
import { usePerson } from '../session/use-session.ts'
import { t } from '../texts/shell.ts'
import { PersonIcon } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'
import type { AccountDialogKind } from './account-dialog.tsx'
import { chooseTheme, type Theme, useTheme } from './theme.ts'

const AccountDialog = lazy(async () => ({
  default: (await import('./account-dialog.tsx')).AccountDialog,
}))

const themes: readonly { theme: Theme; label: string }[] = [
  { theme: 'system', label: t.themes.system },
  { theme: 'light', label: t.themes.light },
  { theme: 'dark', label: t.themes.dark },
]

/** The account menu: the user, display settings, and sign-out. */
export function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const { email, name = email } = usePerson()
  const theme = useTheme()
  const navigate = useNavigate()
  const [open, setOpen] = useState<AccountDialogKind>()
  return (
    <div className="account">
      <Menu
        label={t.accountOf(name)}
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
          {
            label: t.settingsItem,
            isAfterLine: true,
            onSelect: () => void navigate({ to: '/account/settings' }),
          },
          { label: t.timeZoneItem, onSelect: () => setOpen('zone') },
          { label: t.changePasswordItem, onSelect: () => setOpen('password') },
          { label: t.securityItem, onSelect: () => void navigate({ to: '/account/security' }) },
          { label: t.keyboardShortcuts, onSelect: onHelp },
          { label: t.signOut, isAfterLine: true, onSelect: () => void session.signOut() },
        ]}
      />
      <Suspense>
        {open !== undefined && <AccountDialog kind={open} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </div>
  )
}
