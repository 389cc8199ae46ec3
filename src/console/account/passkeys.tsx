import { useState } from 'react'
import { formatMoment } from '../locale/index.ts'
import { t } from '../texts/account.ts'
import { PlusIcon } from '../ui/icons.tsx'
import { Button, ConfirmDialog, NameDialog, Table } from '../ui/index.ts'
import {
  addPasskey,
  type Changed,
  canCreatePasskeys,
  factorChanges,
  type Passkey,
} from './second-factors.ts'
import { useFactorChange } from './use-factor-change.ts'

interface PasskeysProps {
  readonly passkeys: readonly Passkey[]
  readonly onChanged: (changed: Changed) => void
}

export function Passkeys({ passkeys, onChanged }: PasskeysProps) {
  const [isAdding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<Passkey>()
  const [removing, setRemoving] = useState<Passkey>()
  const remove = useFactorChange({
    run: factorChanges.removePasskey,
    onDone: () => setRemoving(undefined),
    isBare: true,
  })
  return (
    <section className="card settings-part" aria-labelledby="passkeys">
      <h2 id="passkeys">{t.passkeys}</h2>
      <p>{t.passkeysIntro}</p>
      {passkeys.length > 0 && (
        <Table
          label={t.passkeys}
          columns={[t.name, t.created, t.lastUsed, { label: t.actions, kind: 'hidden' }]}
        >
          {passkeys.map((passkey) => (
            <tr key={passkey.id}>
              <th scope="row">
                <bdi>{passkey.name}</bdi>
              </th>
              <td>{formatMoment(passkey.created)}</td>
              <td>{passkey.lastUsed === undefined ? t.never : formatMoment(passkey.lastUsed)}</td>
              <td className="actions">
                <Button
                  kind="quiet"
                  aria-label={t.renameNamed(passkey.name)}
                  onClick={() => setRenaming(passkey)}
                >
                  {t.rename}
                </Button>
                <Button
                  kind="quiet"
                  aria-label={t.removeNamed(passkey.name)}
                  onClick={() => setRemoving(passkey)}
                >
                  {t.remove}
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {canCreatePasskeys() ? (
        <Button icon={<PlusIcon />} onClick={() => setAdding(true)}>
          {t.addPasskey}
        </Button>
      ) : (
        <p className="muted">{t.noPasskeysHere}</p>
      )}
      {isAdding && <AddDialog onChanged={onChanged} onClose={() => setAdding(false)} />}
      {renaming !== undefined && (
        <RenameDialog passkey={renaming} onClose={() => setRenaming(undefined)} />
      )}
      <ConfirmDialog
        title={t.removePasskeyTitle}
        isOpen={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        action={t.remove}
        isBusy={remove.isPending}
        onConfirm={() => removing && remove.mutate(removing)}
      >
        <p>{removing && t.removePasskeyText(removing.name)}</p>
      </ConfirmDialog>
    </section>
  )
}

function AddDialog({
  onChanged,
  onClose,
}: Pick<PasskeysProps, 'onChanged'> & { onClose: () => void }) {
  const add = useFactorChange({
    run: addPasskey,
    onDone: (changed) => {
      onClose()
      onChanged(changed)
    },
  })
  return (
    <NameDialog
      title={t.addPasskeyTitle}
      action={t.add}
      hint={t.passkeyNameHint}
      change={add}
      onClose={onClose}
    />
  )
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useFactorChange({
    run: (name: string) => factorChanges.renamePasskey(passkey, name),
    onDone: onClose,
  })
  return (
    <NameDialog
      title={t.renamePasskeyTitle}
      action={t.save}
      name={passkey.name}
      change={rename}
      onClose={onClose}
    />
  )
}
