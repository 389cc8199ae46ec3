import { groupsOf } from '#/auth/directory/groups-members.ts'
import type { Transaction } from '#/storage/port.ts'
import type { Event } from '../schemas/event.ts'
import type { CalendarRow } from '../store/calendars.ts'
import { isShared, type SharedRow } from './shared-event.ts'

interface Inviting {
  readonly organizer: Pick<CalendarRow, 'id'>
  readonly guest: Pick<CalendarRow, 'id'>
}

/** Whether a calendar is invited, by its own address or through a group. */
export class Invitation {
  readonly #tx: Transaction
  readonly #organizer: Pick<CalendarRow, 'id'>
  readonly #guest: Pick<CalendarRow, 'id'>
  #groups: Promise<string[]> | undefined

  constructor(tx: Transaction, { organizer, guest }: Inviting) {
    this.#tx = tx
    this.#organizer = organizer
    this.#guest = guest
  }

  /** The calendar, if it is invited to what a row of the organizer holds. */
  async to({ stored, emails }: Pick<SharedRow, 'stored' | 'emails'>): Promise<ReadonlySet<string>> {
    const { id } = this.#guest
    if (emails().size === 0 || !isShared(stored(), this.#organizer.id)) return nobody
    if (emails().has(id)) return new Set([id])
    this.#groups ??= groupsOf(this.#tx, id)
    return (await this.#groups).some((group) => emails().has(group)) ? new Set([id]) : nobody
  }
}

const nobody: ReadonlySet<string> = new Set()

/** Who is on the list; nobody is invited by what is no longer this calendar's event. */
export const invitedBy = (event: Event, { id }: { readonly id: string }): Event['attendees'] =>
  isShared(event, id) ? event.attendees : undefined
