import { conditionNotMet, forbidden, notFound } from '#/kernel/errors.ts'
import { calendarPrecondition } from '../errors.ts'
import type { BothWritings, CalendarContext, EventWriting } from '../operation.ts'
import { changeableEvent } from '../reading/target.ts'
import { eventIn } from '../store/events.ts'
import { moveAndFollow } from '../writing/moving.ts'
import { ObjectReader } from './object-reader.ts'
import { type ObjectMatch, requireOwnUid } from './put-object.ts'
import { deleteObject } from './write-object.ts'

export interface MoveObject {
  readonly name: string
  /** The name that it gets. */
  readonly newName: string
  /** Whether an object of the new name is replaced. */
  readonly canReplace: boolean
  readonly match?: ObjectMatch | undefined
}

/** Moves an object to another calendar. Returns whether there was none of the new name. */
export async function moveObject(
  context: CalendarContext,
  { source, destination }: BothWritings,
  move: MoveObject,
): Promise<{ readonly isNew: boolean }> {
  const { found, object } = await requireMovable(context, source, move)
  const row = found.rows.find(({ masterId }) => masterId === null)
  if (row === undefined) throw forbidden('Instances without their series cannot be moved.')
  const uid = eventIn(row).iCalUID!
  const isNew = await makeRoom(context, destination, { ...move, uid })
  const reader = new ObjectReader(context, destination.access, destination.tx)
  await requireOwnUid(reader, uid, row.id)
  await moveAndFollow(context, {
    source,
    destination,
    found: changeableEvent({ row }, source.access, context.caller),
    options: { sendUpdates: 'all' },
    object: { ...object, name: move.newName },
    isUidChecked: true,
  })
  return { isNew }
}

/** Gives an object another name on the same calendar. Returns whether there was none of that name. */
export async function renameObject(
  context: CalendarContext,
  writing: EventWriting,
  move: MoveObject,
): Promise<{ readonly isNew: boolean }> {
  const { found, object } = await requireMovable(context, writing, move)
  const { iCalUID: uid } = eventIn(found.rows[0]!)
  const isNew = await makeRoom(context, writing, { ...move, uid })
  const { tx, access, writer } = writing
  const { objects } = context
  const { eventId } = found
  const renamed = { ...object, eventId, calendarKey: access.calendar.key }
  if (found.object === undefined) await writer.accountText(object.text.length)
  await objects.put(tx, { ...renamed, name: move.newName, changeNumber: writer.takeNumber() })
  const changeNumber = writer.takeNumber()
  await objects.giveUpName(
    tx,
    { ...renamed, name: move.name },
    { changeNumber, atMs: writer.nowMs },
  )
  return { isNew }
}

async function requireMovable(
  context: CalendarContext,
  writing: EventWriting,
  { name, match }: MoveObject,
) {
  const reader = new ObjectReader(context, writing.access, writing.tx)
  const found = await reader.findNamed(name)
  if (found === undefined) throw notFound()
  match?.require(reader.versionOf(found))
  for (const row of found.rows) changeableEvent({ row }, writing.access, context.caller)
  return { found, object: reader.storedText(found) }
}

async function makeRoom(
  context: CalendarContext,
  writing: EventWriting,
  { newName, canReplace, uid }: MoveObject & { readonly uid: string | undefined },
): Promise<boolean> {
  const there = await new ObjectReader(context, writing.access, writing.tx).findNamed(newName)
  if (there === undefined) return true
  if (!canReplace) throw conditionNotMet()
  if (eventIn(there.rows[0]!).iCalUID !== uid) {
    throw calendarPrecondition('no-uid-conflict', newName, 409)
  }
  await deleteObject({ context, writing, found: there })
  return false
}
