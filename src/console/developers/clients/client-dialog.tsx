import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldProblems } from '../../api/index.ts'
import { t } from '../../texts/developers.ts'
import {
  Button,
  Checkbox,
  CopyButton,
  Dialog,
  Field,
  FormDialog,
  NameField,
  SecretDialog,
  SelectField,
} from '../../ui/index.ts'
import { makeClient, type NewClient, ownClients, saveFile } from './clients.ts'

/** Creates a client, and offers its credential file once. */
export function ClientDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [type, setType] = useState<NewClient['type']>('installed')
  const [addresses, setAddresses] = useState('')
  const [isPublic, setPublic] = useState(false)
  const make = useMutation({
    mutationFn: () => {
      const redirectUris = addresses.split(/\s+/).filter((address) => address !== '')
      return makeClient({ name, type, redirectUris, isPublic })
    },
    onError: () => {},
    onSuccess: () => client.invalidateQueries({ queryKey: ownClients.queryKey }),
  })
  const problems = fieldProblems(make.error, { name: /name/i, redirectUris: /redirect/i })
  if (make.data !== undefined) return <Made made={make.data} onClose={onClose} />
  return (
    <FormDialog
      title={t.newClient}
      action={t.create}
      isBusy={make.isPending}
      onSubmit={() => make.mutate()}
      onClose={onClose}
    >
      <NameField hint={t.clientNameHint} value={name} onValue={setName} problem={problems.name} />
      <SelectField
        label={t.type}
        value={type}
        onValue={(value) => setType(value as NewClient['type'])}
      >
        <option value="installed">{t.clientTypeOptions.installed}</option>
        <option value="web">{t.clientTypeOptions.web}</option>
      </SelectField>
      <Field label={t.redirectUris} hint={t.redirectUrisHint} problem={problems.redirectUris}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            required={type === 'web'}
            value={addresses}
            onChange={(event) => setAddresses(event.target.value)}
          />
        )}
      </Field>
      <Checkbox label={t.publicClient} checked={isPublic} onValue={setPublic} />
    </FormDialog>
  )
}

function Made({
  made,
  onClose,
}: {
  made: Awaited<ReturnType<typeof makeClient>>
  onClose: () => void
}) {
  const secret = secretIn(made.file)
  const id = (
    <p>
      {t.clientId} <code className="secret block">{made.clientId}</code>
    </p>
  )
  if (secret !== undefined) {
    return (
      <SecretDialog
        title={t.yourNewClient}
        secret={secret}
        onDownload={() => saveFile(made)}
        onClose={onClose}
      >
        <p>{t.clientFileText}</p>
        {id}
        <p>{t.clientSecret}</p>
      </SecretDialog>
    )
  }
  return (
    <Dialog
      title={t.yourNewClient}
      isOpen
      onClose={onClose}
      actions={
        <>
          <CopyButton text={made.clientId} />
          <Button onClick={() => saveFile(made)}>{t.secret.downloadFile}</Button>
          <Button kind="main" onClick={onClose}>
            {t.done}
          </Button>
        </>
      }
    >
      {id}
    </Dialog>
  )
}

/** The secret in a credential file; public clients have none. */
const secretIn = (file: Readonly<Record<string, { readonly client_secret?: string }>>) =>
  Object.values(file)[0]?.client_secret
