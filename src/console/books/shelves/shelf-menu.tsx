import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../texts/books.ts'
import { MoreIcon } from '../../ui/icons.tsx'
import { ConfirmDialog, Menu, type MenuItem, toast } from '../../ui/index.ts'
import { addressInWorld } from '../../world.ts'
import { ownerOf, type Shelf } from '../wire.ts'
import { ShelfDialog } from './shelf-dialog.tsx'
import { canTakeFrom, isCustom, ownShelves, refreshShelf, shelving } from './shelves.ts'

type DialogName = 'change' | 'clear' | 'delete'

/** The actions on a bookshelf. */
export function ShelfMenu({ shelf }: { shelf: Shelf }) {
  const [dialog, setDialog] = useState<DialogName>()
  const client = useQueryClient()
  const navigate = useNavigate()
  const close = () => setDialog(undefined)
  const clear = useMutation({
    mutationFn: () => shelving.clear(shelf.id),
    onSuccess: async () => {
      await refreshShelf(client, shelf.id)
      toast({ text: t.shelfEmptied(shelf.title) })
    },
    onSettled: close,
  })
  const remove = useMutation({
    mutationFn: () => shelving.delete(shelf.id),
    onSuccess: async () => {
      toast({ text: t.shelfDeleted(shelf.title) })
      await navigate({ to: '/books/shelves' })
      await client.invalidateQueries({ queryKey: ownShelves.queryKey })
    },
    onSettled: close,
  })
  const items: MenuItem[] = [{ label: t.editItem, onSelect: () => setDialog('change') }]
  if (shelf.access === 'PUBLIC') {
    items.push({ label: t.copyLink, onSelect: () => void copyLink(shelf) })
  }
  if (canTakeFrom(shelf)) {
    items.push({ label: t.removeAllItem, isAlarm: true, onSelect: () => setDialog('clear') })
  }
  if (isCustom(shelf)) {
    items.push({ label: t.deleteShelfItem, isAlarm: true, onSelect: () => setDialog('delete') })
  }
  return (
    <>
      <Menu
        label={t.more}
        button={<MoreIcon />}
        className="button icon-only"
        place="below"
        items={items}
      />
      {dialog === 'change' && <ShelfDialog shelf={shelf} onClose={close} />}
      <ConfirmDialog
        title={t.removeAllTitle}
        isOpen={dialog === 'clear'}
        onClose={close}
        action={t.removeAll}
        isBusy={clear.isPending}
        onConfirm={() => clear.mutate()}
      >
        <p>{t.removeAllText(shelf.title)}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={t.deleteShelfTitle}
        isOpen={dialog === 'delete'}
        onClose={close}
        action={t.delete}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <p>{t.deleteShelfText(shelf.title)}</p>
      </ConfirmDialog>
    </>
  )
}

async function copyLink(shelf: Shelf): Promise<void> {
  const link = addressInWorld(`/books/users/${ownerOf(shelf)}/shelves/${shelf.id}`)
  try {
    await navigator.clipboard.writeText(link)
    toast({ text: t.linkCopied })
  } catch {
    toast({ text: t.linkNotCopied(link), isProblem: true })
  }
}
