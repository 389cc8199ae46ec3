import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldProblems } from '../../api/index.ts'
import type { TokenGroup } from '../../developers/tokens/token-groups.ts'
import { TokenLists, tokenName } from '../../developers/tokens/token-lists.tsx'
import type { OwnToken } from '../../developers/tokens/tokens.ts'
import { usePerson } from '../../session/use-session.ts'
import { t } from '../../texts/admin.ts'
import { MoreIcon } from '../../ui/icons.tsx'
import {
  Button,
  ConfirmDialog,
  Dialog,
  FormDialog,
  Menu,
  type MenuItem,
  MoreAtEnd,
  NameField,
  Outcome,
  TextField,
} from '../../ui/index.ts'
import { adminList } from '../admin-list.ts'
import { useAdminChange } from '../use-admin-change.ts'
import { AdsGrants } from './ads-grants.tsx'
import { RoleField } from './role-field.tsx'
import { type User, userChanges } from './users.ts'

type DialogName = 'edit' | 'password' | 'tokens' | 'ads' | 'factors' | 'disable' | 'delete'

/** The actions on a user. Administrators cannot lock themselves out. */
export function UserMenu({ user }: { user: User }) {
  const { sub } = usePerson()
  const [dialog, setDialog] = useState<DialogName>()
  const close = () => setDialog(undefined)
  const { email, isDisabled = false } = user
  const toggle = useAdminChange({
    run: async (willDisable: boolean) => {
      await (willDisable ? userChanges.disable(user) : userChanges.enable(user))
    },
    said: (willDisable) => (willDisable ? t.userDisabled(email) : t.userEnabled(email)),
    onDone: close,
  })
  const remove = useAdminChange({
    run: () => userChanges.delete(user),
    said: () => t.deleted(email),
    onDone: close,
  })
  const reset = useAdminChange({
    run: () => userChanges.resetSecondFactor(user),
    said: () => t.factorReset(email),
    onDone: close,
  })
  const invite = useAdminChange({
    run: () => userChanges.invite(user),
    said: () => t.invited(email),
  })
  const items: MenuItem[] = [
    { label: t.editItem, onSelect: () => setDialog('edit') },
    { label: t.setPasswordItem, onSelect: () => setDialog('password') },
    ...(user.hasPassword || isDisabled
      ? []
      : [{ label: t.inviteItem, onSelect: () => invite.mutate(undefined) }]),
    { label: t.tokensItem, onSelect: () => setDialog('tokens') },
    { label: t.adsAccessItem, onSelect: () => setDialog('ads') },
  ]
  if (user.id !== sub) {
    items.push(
      { label: t.resetFactorItem, onSelect: () => setDialog('factors') },
      isDisabled
        ? { label: t.enable, isAfterLine: true, onSelect: () => toggle.mutate(false) }
        : { label: t.disableItem, isAfterLine: true, onSelect: () => setDialog('disable') },
      { label: t.deleteItem, isAlarm: true, onSelect: () => setDialog('delete') },
    )
  }
  return (
    <>
      <Menu
        label={t.actionsFor(email)}
        button={<MoreIcon />}
        className="button quiet icon-only"
        place="below"
        items={items}
      />
      {dialog === 'password' && <PasswordDialog user={user} onClose={close} />}
      {dialog === 'edit' && <EditDialog user={user} isSelf={user.id === sub} onClose={close} />}
      {dialog === 'ads' && <AdsGrants user={user} onClose={close} />}
      {dialog === 'tokens' && <UserTokens user={user} onClose={close} />}
      <ConfirmDialog
        title={t.resetFactorTitle(email)}
        isOpen={dialog === 'factors'}
        onClose={close}
        action={t.reset}
        isBusy={reset.isPending}
        onConfirm={() => reset.mutate(undefined)}
      >
        <p>{t.resetFactorText}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={t.disableTitle(email)}
        isOpen={dialog === 'disable'}
        onClose={close}
        action={t.disable}
        isBusy={toggle.isPending}
        onConfirm={() => toggle.mutate(true)}
      >
        <p>{t.disableText}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={t.deleteTitle(email)}
        isOpen={dialog === 'delete'}
        onClose={close}
        action={t.delete}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(undefined)}
      >
        <p>{t.deleteUserText}</p>
      </ConfirmDialog>
    </>
  )
}

/** Changes the name of a user and, except for oneself, the administrator role. */
function EditDialog({
  user,
  isSelf,
  onClose,
}: {
  user: User
  isSelf: boolean
  onClose: () => void
}) {
  const [name, setName] = useState(user.name ?? '')
  const [role, setRole] = useState(user.adminRole)
  const change = useAdminChange({
    run: async () =>
      void (await userChanges.update(user, {
        ...(name !== user.name && { name }),
        ...(role !== user.adminRole && { adminRole: role ?? null }),
      })),
    said: () => t.userSaved(user.email),
    onDone: onClose,
    hasForm: true,
  })
  const problems = fieldProblems(change.error, { name: /name/i, role: /role/i })
  return (
    <FormDialog
      title={t.editTitle(user.email)}
      action={t.save}
      isBusy={change.isPending}
      onSubmit={() => change.mutate(undefined)}
      onClose={onClose}
    >
      <NameField value={name} onValue={setName} problem={problems.name} />
      {!isSelf && <RoleField value={role} onValue={setRole} problem={problems.role} />}
    </FormDialog>
  )
}

function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const set = useAdminChange({
    run: async (text: string) => void (await userChanges.setPassword(user, text)),
    said: () => t.passwordSet(user.email),
    onDone: onClose,
    hasForm: true,
  })
  return (
    <FormDialog
      title={t.passwordOf(user.email)}
      action={t.set}
      isBusy={set.isPending}
      onSubmit={() => set.mutate(password)}
      onClose={onClose}
    >
      <TextField
        label={t.newPassword}
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        hint={t.newPasswordHint}
        value={password}
        onValue={setPassword}
        problem={set.error?.message}
      />
    </FormDialog>
  )
}

/** The tokens and sessions of a user, which can be revoked. */
function UserTokens({ user, onClose }: { user: User; onClose: () => void }) {
  const tokens = useInfiniteQuery(
    adminList<OwnToken>(`users/${encodeURIComponent(user.id)}/tokens`),
  )
  const end = useAdminChange({
    run: async ({ tokens: group }: TokenGroup) =>
      void (await Promise.all(group.map(({ id }) => userChanges.endToken(user, id)))),
    said: ({ tokens: [first] }) => t.tokenRevoked(tokenName(first)),
  })
  const endAll = useAdminChange({
    run: async () => void (await userChanges.endTokens(user)),
    said: () => t.allTokensRevoked(user.email),
  })
  return (
    <Dialog
      title={t.tokensOf(user.email)}
      isOpen
      onClose={onClose}
      size="wide"
      actions={
        <>
          <Button kind="alarm" isBusy={endAll.isPending} onClick={() => endAll.mutate(undefined)}>
            {t.revokeAll}
          </Button>
          <Button kind="main" onClick={onClose}>
            {t.done}
          </Button>
        </>
      }
    >
      <Outcome of={tokens}>
        {(all) =>
          all.length === 0 ? (
            <p className="muted">{t.noTokens}</p>
          ) : (
            <TokenLists tokens={all} onRevoke={(group) => end.mutate(group)} />
          )
        }
      </Outcome>
      <MoreAtEnd of={tokens} />
    </Dialog>
  )
}
