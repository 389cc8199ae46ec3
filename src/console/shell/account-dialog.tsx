import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { TimeZoneDialog } from './time-zone-dialog.tsx'

export type AccountDialogKind = 'zone' | 'password'

/** The dialogs of the account menu. */
export function AccountDialog({ kind, onClose }: { kind: AccountDialogKind; onClose: () => void }) {
  const Dialog = kind === 'zone' ? TimeZoneDialog : ChangePasswordDialog
  return <Dialog onClose={onClose} />
}
