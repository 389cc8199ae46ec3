import type { Reader, Transaction } from '#/storage/port.ts'
import { insertInto, sql } from '#/storage/sql/sql.ts'
import { command, query } from '#/storage/sql/statement.ts'
import type { AdsRole } from '../domain/role.ts'
import { adsGrants } from './tables.ts'

/** A user's role on an agency with its advertisers, or on one advertiser. */
export interface GrantRow {
  readonly userId: string
  readonly agencyId: string
  /** Empty if the grant is for the whole agency. */
  readonly advertiserId: string
  readonly role: AdsRole
}

/** The roles of users on agencies and advertisers. */
export class Grants {
  of(reader: Reader, userId: string): Promise<GrantRow[]> {
    return reader.all(listOf, { userId })
  }

  /** The grants that apply to one advertiser. */
  on(
    reader: Reader,
    key: { userId: string; agencyId: string; advertiserId: string },
  ): Promise<GrantRow[]> {
    return reader.all(listOn, key)
  }

  async put(tx: Transaction, grant: GrantRow): Promise<void> {
    await tx.run(put, grant)
  }

  async remove(tx: Transaction, key: Omit<GrantRow, 'role'>): Promise<boolean> {
    return (await tx.run(remove, key)) > 0
  }

  async dismiss(tx: Transaction, userId: string): Promise<void> {
    await tx.run(removeAll, { userId })
  }
}

const columns = sql`user_id as "userId", agency_id as "agencyId", advertiser_id as "advertiserId", role`

const listOf = query<{ userId: string }, GrantRow>(
  ({ userId }) =>
    sql`select ${columns} from ${adsGrants} where user_id = ${userId} order by agency_id, advertiser_id`,
)

const listOn = query<Omit<GrantRow, 'role'>, GrantRow>(
  ({ userId, agencyId, advertiserId }) => sql`select ${columns} from ${adsGrants}
    where user_id = ${userId} and agency_id = ${agencyId} and advertiser_id in ('', ${advertiserId})`,
)

const put = command<GrantRow>(({ userId, agencyId, advertiserId, role }) =>
  insertInto(
    adsGrants,
    { user_id: userId, agency_id: agencyId, advertiser_id: advertiserId, role },
    sql`on conflict (user_id, agency_id, advertiser_id) do update set role = excluded.role`,
  ),
)

const remove = command<Omit<GrantRow, 'role'>>(
  ({ userId, agencyId, advertiserId }) => sql`delete from ${adsGrants}
    where user_id = ${userId} and agency_id = ${agencyId} and advertiser_id = ${advertiserId}`,
)

const removeAll = command<{ userId: string }>(
  ({ userId }) => sql`delete from ${adsGrants} where user_id = ${userId}`,
)
