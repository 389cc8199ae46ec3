import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { t } from '../texts/admin.ts'
import { PlusIcon } from '../ui/icons.tsx'
import {
  Button,
  Checkbox,
  ConfirmDialog,
  EmptyState,
  FormDialog,
  MoreAtEnd,
  NameField,
  Outcome,
  Table,
  TextField,
} from '../ui/index.ts'
import { adminList } from './admin-list.ts'
import { AdminPage } from './admin-page.tsx'
import { useAdminChange } from './use-admin-change.ts'

interface Room {
  readonly id: string
  readonly name: string
  readonly location?: string
  readonly autoAccept?: boolean
}

/** Rooms and other resources, which are invited like people and respond automatically. */
export function RoomsPage() {
  const rooms = useInfiniteQuery(adminList<Room>('resources'))
  const [isMaking, setMaking] = useState(false)
  return (
    <AdminPage
      title={t.rooms}
      actions={
        <Button kind="main" icon={<PlusIcon />} onClick={() => setMaking(true)}>
          {t.newRoom}
        </Button>
      }
    >
      <Outcome of={rooms}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t.noRooms}>{t.noRoomsHint}</EmptyState>
          ) : (
            <RoomTable rooms={all} />
          )
        }
      </Outcome>
      <MoreAtEnd of={rooms} />
      {isMaking && <RoomDialog onClose={() => setMaking(false)} />}
    </AdminPage>
  )
}

function RoomTable({ rooms }: { rooms: readonly Room[] }) {
  const [ending, setEnding] = useState<Room>()
  const remove = useAdminChange({
    run: ({ id }: Room) => api.del(`/admin/v1/resources/${encodeURIComponent(id)}`),
    said: ({ name }) => t.deleted(name),
    onDone: () => setEnding(undefined),
  })
  return (
    <>
      <Table
        label={t.rooms}
        columns={[t.name, t.location, t.email, t.responds, { label: t.actions, kind: 'hidden' }]}
      >
        {rooms.map((room) => (
          <tr key={room.id}>
            <th scope="row">
              <bdi>{room.name}</bdi>
            </th>
            <td>
              <bdi>{room.location}</bdi>
            </td>
            <td className="room-address">{room.id}</td>
            <td>{room.autoAccept === false ? t.byHand : t.automatically}</td>
            <td className="actions">
              <Button
                kind="quiet"
                aria-label={t.deleteNamed(room.name)}
                onClick={() => setEnding(room)}
              >
                {t.delete}
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      <ConfirmDialog
        title={t.deleteTitle(ending?.name)}
        isOpen={ending !== undefined}
        onClose={() => setEnding(undefined)}
        action={t.delete}
        isBusy={remove.isPending}
        onConfirm={() => ending && remove.mutate(ending)}
      >
        <p>{t.deleteRoomText}</p>
      </ConfirmDialog>
    </>
  )
}

function RoomDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [location, setLocation] = useState('')
  const [autoAccept, setAutoAccept] = useState(true)
  const make = useAdminChange({
    run: (body: Omit<Room, 'id'>) => api.post<Room>('/admin/v1/resources', { body }),
    said: (room) => t.createdNamed(room.name),
    onDone: onClose,
    hasForm: true,
  })
  return (
    <FormDialog
      title={t.newRoom}
      action={t.create}
      isBusy={make.isPending}
      onSubmit={() => make.mutate({ name, location, autoAccept })}
      onClose={onClose}
    >
      <NameField value={name} onValue={setName} problem={make.error?.message} />
      <TextField label={t.location} value={location} onValue={setLocation} />
      <Checkbox label={t.respondAutomatically} checked={autoAccept} onValue={setAutoAccept} />
    </FormDialog>
  )
}
