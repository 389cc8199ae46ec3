import { useState } from 'react'
import { formatMoment } from '../locale/index.ts'
import { PlusIcon } from '../ui/icons.tsx'
import { Button, ConfirmDialog, FormDialog, Table, TextField } from '../ui/index.ts'
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
    <section className="security-part" aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p>
        Sign in with your fingerprint, your face, the PIN of your device or a security key, without
        typing a password.
      </p>
      {passkeys.length > 0 && (
        <Table
          label="Passkeys"
          columns={['Name', 'Created', 'Last used', { label: 'Actions', kind: 'hidden' }]}
        >
          {passkeys.map((passkey) => (
            <tr key={passkey.id}>
              <th scope="row">
                <bdi>{passkey.name}</bdi>
              </th>
              <td>{formatMoment(passkey.created)}</td>
              <td>{passkey.lastUsed === undefined ? 'Never' : formatMoment(passkey.lastUsed)}</td>
              <td className="actions">
                <Button
                  kind="quiet"
                  aria-label={`Rename ${passkey.name}`}
                  onClick={() => setRenaming(passkey)}
                >
                  Rename
                </Button>
                <Button
                  kind="quiet"
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => setRemoving(passkey)}
                >
                  Remove
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {canCreatePasskeys() ? (
        <Button icon={<PlusIcon />} onClick={() => setAdding(true)}>
          Add passkey
        </Button>
      ) : (
        <p className="muted">This browser cannot create passkeys.</p>
      )}
      {isAdding && <AddDialog onChanged={onChanged} onClose={() => setAdding(false)} />}
      {renaming !== undefined && (
        <RenameDialog passkey={renaming} onClose={() => setRenaming(undefined)} />
      )}
      <ConfirmDialog
        title="Remove the passkey?"
        isOpen={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        action="Remove"
        isBusy={remove.isPending}
        onConfirm={() => removing && remove.mutate(removing)}
      >
        <p>
          Nobody can sign in with “{removing?.name}” anymore. It stays in your password manager
          until you delete it there.
        </p>
      </ConfirmDialog>
    </section>
  )
}

function AddDialog({
  onChanged,
  onClose,
}: Pick<PasskeysProps, 'onChanged'> & { onClose: () => void }) {
  const [name, setName] = useState('')
  const add = useFactorChange({
    run: addPasskey,
    onDone: (changed) => {
      onClose()
      onChanged(changed)
    },
  })
  return (
    <FormDialog
      title="Add a passkey"
      action="Add"
      isBusy={add.isPending}
      onSubmit={() => add.mutate(name)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="For example, the device that it is on. Your browser asks you next."
        required
        maxLength={200}
        value={name}
        onValue={setName}
        problem={add.error?.message}
      />
    </FormDialog>
  )
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name)
  const rename = useFactorChange({
    run: (wanted: string) => factorChanges.renamePasskey(passkey, wanted),
    onDone: onClose,
  })
  return (
    <FormDialog
      title="Rename the passkey"
      action="Save"
      isBusy={rename.isPending}
      onSubmit={() => rename.mutate(name)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        maxLength={200}
        value={name}
        onValue={setName}
        problem={rename.error?.message}
      />
    </FormDialog>
  )
}
