import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Button, Dialog, Field } from '../ui/index.ts'
import { makeClient, type NewClient, ownClients, saveFile } from './clients.ts'

/** Creates a client, and offers its credential file once. */
export function ClientDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const form = useId()
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
  if (make.data !== undefined) return <Made made={make.data} onClose={onClose} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  return (
    <Dialog
      title="New client"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" form={form} isBusy={make.isPending}>
            Create
          </Button>
        </>
      }
    >
      <form id={form} className="form" onSubmit={submit}>
        <Field label="Name" hint="People see it when they are asked." problem={make.error?.message}>
          {(control) => (
            <input
              {...control}
              required
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label="Type">
          {(control) => (
            <select
              {...control}
              value={type}
              onChange={(event) => setType(event.target.value as NewClient['type'])}
            >
              <option value="installed">A program on the machine of its user</option>
              <option value="web">A program on a server</option>
            </select>
          )}
        </Field>
        <Field
          label="Redirect addresses"
          hint="One on each line. An installed program may leave them out and listen on loopback."
        >
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
        <label className="choice">
          <input
            type="checkbox"
            checked={isPublic}
            onChange={(event) => setPublic(event.target.checked)}
          />
          It cannot keep a secret
        </label>
      </form>
    </Dialog>
  )
}

function Made({
  made,
  onClose,
}: {
  made: Awaited<ReturnType<typeof makeClient>>
  onClose: () => void
}) {
  return (
    <Dialog
      title="Your new client"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => saveFile(made)}>Download the file</Button>
          <Button kind="main" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p>Auth libraries read this file. It holds the secret and can be had this once.</p>
      <p>
        <code className="secret block">{made.clientId}</code>
      </p>
    </Dialog>
  )
}
