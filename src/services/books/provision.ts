import type { Provisioner, UserRecord } from '#/auth/directory/directory.ts'
import type { Transaction } from '#/storage/port.ts'
import { predefinedShelves } from './domain/predefined-shelves.ts'
import { newShelf, type Shelf } from './domain/shelf.ts'
import type { BooksDependencies } from './operation.ts'
import { sweepJob } from './shelf-sweep.ts'

/** Creates and deletes the shelves of users. */
export const booksProvisioner = (dependencies: BooksDependencies): Provisioner => ({
  welcome: (tx, user) => dependencies.shelves.welcome(tx, user.id, shelvesOf(dependencies, user)),
  dismiss: (tx, user) => dismiss(dependencies, tx, user),
  dismissGroup: async () => {},
})

const shelvesOf = ({ shelfAccess }: BooksDependencies, user: UserRecord): Shelf[] =>
  predefinedShelves.map((shelf) => {
    const access = shelf.access === 'byDefault' ? shelfAccess : shelf.access
    const { id, title } = shelf
    return newShelf({ userId: user.id, id, title, access }, user.createdAtMs)
  })

/** Deletes the shelves with their user; a sweep removes their contents. */
async function dismiss(
  { shelves, contents, enqueue }: BooksDependencies,
  tx: Transaction,
  { id: userId }: UserRecord,
): Promise<void> {
  if (!(await contents.hasAny(tx, userId))) return
  const keys = ((await shelves.list(tx, userId)) ?? []).map(({ key }) => key)
  await enqueue(tx, sweepJob({ userId, keys }))
}
