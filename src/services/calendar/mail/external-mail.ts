import { domainOf } from '#/auth/directory/domains.ts'
import type { Allowances } from '#/services/service.ts'
import type { Transaction } from '#/storage/port.ts'
import { quotaExceeded } from '../errors.ts'
import type { CalendarContext } from '../operation.ts'

/** The name of the allowance for this mail. */
export const externalMailAllowance = 'externalMail'

interface Context {
  readonly allowances: Allowances
  /** The maximum number of mails per day to addresses outside of this server; 0 sets no limit. */
  readonly perDayMax: number
}

/** Limits the mail that a user can send to addresses outside of this server. */
export class ExternalMail {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** Call this in the transaction that enqueues the mail. Rejects all of it if it exceeds the allowance. */
  async charge(context: Charged, tx: Transaction, recipients: readonly string[]): Promise<void> {
    const { allowances, perDayMax } = this.#context
    if (perDayMax === 0) return
    const units = await countElsewhere(context, tx, recipients)
    if (units === 0) return
    const spending = { allowance: externalMailAllowance, userId: context.caller.userId, units }
    if (await allowances.spend(tx, spending)) return
    throw quotaExceeded(
      `Calendar usage limits exceeded: a user can send ${perDayMax} mails a day to addresses outside of this server. ` +
        `The day ends at ${allowances.endsAt}; sendUpdates=none sends nothing.`,
    )
  }
}

type Charged = Pick<CalendarContext, 'caller' | 'calendars' | 'domains'>

/** The number of addresses that belong to no domain and no user of this server. */
async function countElsewhere(
  { calendars, domains }: Charged,
  tx: Transaction,
  emails: readonly string[],
): Promise<number> {
  const ours = await domains.names(tx)
  const elsewhere = emails.filter((email) => !ours.has(domainOf(email).toLowerCase()))
  if (elsewhere.length === 0) return 0
  const here = await calendars.findAll(tx, elsewhere)
  return elsewhere.length - here.length
}
