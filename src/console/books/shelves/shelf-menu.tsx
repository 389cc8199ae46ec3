import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { MoreIcon } from '../../ui/icons.tsx'
import { ConfirmDialog, Menu, type MenuItem, toast } from '../../ui/index.ts'
import { addressInWorld } from '../../world.ts'
import { ownerOf, type Shelf } from '../wire.ts'
import { ShelfDialog } from './shelf-dialog.tsx'
import { canTakeFrom, isCustom, ownShelves, refreshShelf, shelving } from './shelves.ts'

type Asked = 'change' | 'clear' | 'delete'

/** The actions on a bookshelf. */
export function ShelfMenu({ shelf }: { shelf: Shelf }) {
  const [asked, setAsked] = useState<Asked>()
  const client = useQueryClient()
  const navigate = useNavigate()
  const close = () => setAsked(undefined)
  const clear = useMutation({
    mutationFn: () => shelving.clear(shelf.id),
    onSuccess: async () => {
      await refreshShelf(client, shelf.id)
      toast({ text: `“${shelf.title}” is empty now.` })
    },
    onSettled: close,
  })
  const remove = useMutation({
    mutationFn: () => shelving.delete(shelf.id),
    onSuccess: async () => {
      toast({ text: `“${shelf.title}” is deleted.` })
      await navigate({ to: '/books/shelves' })
      await client.invalidateQueries({ queryKey: ownShelves.queryKey })
    },
    onSettled: close,
  })
  const items: MenuItem[] = [{ label: 'Change…', onSelect: () => setAsked('change') }]
  if (shelf.access === 'PUBLIC') {
    items.push({ label: 'Copy the link', onSelect: () => void copyLink(shelf) })
  }
  if (canTakeFrom(shelf)) {
    items.push({ label: 'Take everything off…', isAlarm: true, onSelect: () => setAsked('clear') })
  }
  if (isCustom(shelf)) {
    items.push({ label: 'Delete the shelf…', isAlarm: true, onSelect: () => setAsked('delete') })
  }
  return (
    <>
      <Menu
        label="More"
        button={<MoreIcon />}
        className="button icon-only"
        place="below"
        items={items}
      />
      {asked === 'change' && <ShelfDialog shelf={shelf} onClose={close} />}
      <ConfirmDialog
        title="Take everything off?"
        isOpen={asked === 'clear'}
        onClose={close}
        action="Take everything off"
        isBusy={clear.isPending}
        onConfirm={() => clear.mutate()}
      >
        <p>All volumes leave “{shelf.title}”. Their order cannot be brought back.</p>
      </ConfirmDialog>
      <ConfirmDialog
        title="Delete the shelf?"
        isOpen={asked === 'delete'}
        onClose={close}
        action="Delete"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <p>“{shelf.title}” and the order of what stands on it are gone for good.</p>
      </ConfirmDialog>
    </>
  )
}

async function copyLink(shelf: Shelf): Promise<void> {
  const link = addressInWorld(`/books/users/${ownerOf(shelf)}/shelves/${shelf.id}`)
  try {
    await navigator.clipboard.writeText(link)
    toast({ text: 'The link is copied.' })
  } catch {
    toast({ text: `The browser does not allow copying. The link is ${link}`, isProblem: true })
  }
}
