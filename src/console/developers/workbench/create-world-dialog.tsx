import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/index.ts'
import { timeZones } from '../../locale/index.ts'
import { t } from '../../texts/developers.ts'
import {
  CopyButton,
  Dialog,
  ErrorNote,
  FormDialog,
  SelectField,
  TextField,
} from '../../ui/index.ts'
import { worldPath } from '../../world.ts'
import { utcMoment } from './clock.tsx'
import { snapshotList } from './snapshots.tsx'

interface CreatedWorld {
  readonly id: string
  readonly rootUrl: string
  readonly email: string
  readonly token: string
}

interface CreateWorldDialogProps {
  readonly onCreated: () => Promise<void>
  readonly onClose: () => void
}

const nothing = { id: '', now: '', timeZone: '', snapshot: '' }

/** Creates a world, then shows how to reach it. */
export function CreateWorldDialog({ onCreated, onClose }: CreateWorldDialogProps) {
  const [entered, setEntered] = useState(nothing)
  const { data: snapshots = [] } = useQuery(snapshotList)
  const create = useMutation({
    mutationFn: () => api.post<CreatedWorld>('/_almanac/worlds', { body: bodyOf(entered) }),
    onError: () => {},
    onSuccess: onCreated,
  })
  if (create.data !== undefined) return <Created world={create.data} onClose={onClose} />
  const enter = (name: keyof typeof nothing) => (value: string) =>
    setEntered({ ...entered, [name]: value })
  return (
    <FormDialog
      title={t.createWorld}
      action={t.createWorld}
      isBusy={create.isPending}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      {create.error && <ErrorNote error={create.error} />}
      <TextField
        label={t.id}
        hint={t.worldIdHint}
        pattern="[a-z0-9][a-z0-9\-]{0,29}"
        title={t.worldIdRule}
        autoComplete="off"
        data-first-focus
        value={entered.id}
        onValue={enter('id')}
      />
      <TextField
        label={t.worldClock}
        hint={t.worldClockHint}
        type="datetime-local"
        step={1}
        value={entered.now}
        onValue={enter('now')}
      />
      <SelectField label={t.timeZone} value={entered.timeZone} onValue={enter('timeZone')}>
        <option value="">{t.default}</option>
        {timeZones().map((each) => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      <SelectField label={t.snapshot} value={entered.snapshot} onValue={enter('snapshot')}>
        <option value="">{t.emptyWorld}</option>
        {snapshots.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
    </FormDialog>
  )
}

/** The request body from the filled fields. */
const bodyOf = ({ now, ...rest }: typeof nothing) =>
  Object.fromEntries(
    Object.entries({ ...rest, now: now === '' ? '' : utcMoment(now) }).filter(
      ([, value]) => value !== '',
    ),
  )

function Created({ world, onClose }: { world: CreatedWorld; onClose: () => void }) {
  const { id, rootUrl, email, token } = world
  return (
    <Dialog
      title={t.worldCreated(id)}
      isOpen
      onClose={onClose}
      actions={
        <>
          <CopyButton text={rootUrl} label={t.copyRootUrl} />
          <CopyButton text={token} label={t.copyToken} />
          <a className="button main" href={worldPath(id)}>
            {t.openWorld}
          </a>
        </>
      }
    >
      <p>
        {t.rootUrl} <code className="secret block">{rootUrl}</code>
      </p>
      <p>
        {t.tokenOf(email)} <code className="secret block">{token}</code>
      </p>
      <p className="muted">{t.tokenShownOnce}</p>
    </Dialog>
  )
}
