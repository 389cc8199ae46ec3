import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { t } from '../../texts/books.ts'
import { Button, Dialog, Field, SelectField, toast } from '../../ui/index.ts'
import type { Shelf } from '../wire.ts'
import { canAddTo, isCustom, refreshShelf, shelving } from './shelves.ts'

const titleLengthMax = 200

/** Creates a bookshelf, or changes its name and visibility. */
export function ShelfDialog({ shelf, onClose }: { shelf?: Shelf; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useId()
  const [title, setTitle] = useState(shelf?.title ?? '')
  const [description, setDescription] = useState(shelf?.description ?? '')
  const [access, setAccess] = useState<Shelf['access']>(shelf?.access ?? 'PRIVATE')
  const save = useMutation({
    mutationFn: () => {
      const facts = { description, access }
      const named = { ...facts, title: title.trim() }
      if (shelf === undefined) return shelving.create(named)
      return shelving.change(shelf.id, isCustom(shelf) ? named : facts)
    },
    onError: () => {},
    onSuccess: async (saved) => {
      await refreshShelf(client, saved.id)
      toast({ text: shelf === undefined ? t.shelfCreated(saved.title) : t.saved })
      onClose()
      if (shelf === undefined) {
        await navigate({ to: '/books/shelves/$shelf', params: { shelf: String(saved.id) } })
      }
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Dialog
      title={shelf === undefined ? t.newShelf : t.editShelf}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="main" type="submit" form={form} isBusy={save.isPending}>
            {shelf === undefined ? t.create : t.save}
          </Button>
        </>
      }
    >
      <form id={form} className="form" onSubmit={submit}>
        <Field label={t.title} problem={save.error?.message}>
          {(control) => (
            <input
              {...control}
              required
              readOnly={shelf !== undefined && !isCustom(shelf)}
              maxLength={titleLengthMax}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        <Field label={t.description}>
          {(control) => (
            <textarea
              {...control}
              rows={3}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
        {(shelf === undefined || canAddTo(shelf)) && (
          <SelectField
            label={t.visibility}
            hint={t.visibilityHint}
            value={access}
            onValue={(value) => setAccess(value as Shelf['access'])}
          >
            <option value="PRIVATE">{t.visibilities.PRIVATE}</option>
            <option value="PUBLIC">{t.visibilities.PUBLIC}</option>
          </SelectField>
        )}
      </form>
    </Dialog>
  )
}
