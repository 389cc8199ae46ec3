import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/index.ts'
import { PlusIcon } from '../ui/icons.tsx'
import {
  Button,
  ConfirmDialog,
  EmptyState,
  FormDialog,
  MoreAtEnd,
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
      title="Rooms"
      actions={
        <Button kind="main" icon={<PlusIcon />} onClick={() => setMaking(true)}>
          New room
        </Button>
      }
    >
      <Outcome of={rooms}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title="There are no rooms.">
              A room accepts invitations when it is free and declines them otherwise.
            </EmptyState>
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
    said: ({ name }) => `${name} is deleted.`,
    onDone: () => setEnding(undefined),
  })
  return (
    <>
      <Table
        label="Rooms"
        columns={['Name', 'Place', 'Address', 'Answers', { label: 'Actions', kind: 'hidden' }]}
      >
        {rooms.map((room) => (
          <tr key={room.id}>
            <th scope="row">
              <bdi>{room.name}</bdi>
            </th>
            <td>
              <bdi>{room.location}</bdi>
            </td>
            <td>{room.id}</td>
            <td>{room.autoAccept === false ? 'By hand' : 'By itself'}</td>
            <td className="actions">
              <Button
                kind="quiet"
                aria-label={`Delete ${room.name}`}
                onClick={() => setEnding(room)}
              >
                Delete
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      <ConfirmDialog
        title={`Delete ${ending?.name}?`}
        isOpen={ending !== undefined}
        onClose={() => setEnding(undefined)}
        action="Delete"
        isBusy={remove.isPending}
        onConfirm={() => ending && remove.mutate(ending)}
      >
        <p>Its calendar and everything that was booked in it are gone for good.</p>
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
    said: (room) => `${room.name} is there.`,
    onDone: onClose,
  })
  return (
    <FormDialog
      title="New room"
      action="Create"
      isBusy={make.isPending}
      onSubmit={() => make.mutate({ name, location, autoAccept })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        maxLength={200}
        value={name}
        onValue={setName}
        problem={make.error?.message}
      />
      <TextField label="Place" value={location} onValue={setLocation} />
      <label className="choice">
        <input
          type="checkbox"
          checked={autoAccept}
          onChange={(event) => setAutoAccept(event.target.checked)}
        />
        It answers invitations by itself
      </label>
    </FormDialog>
  )
}
