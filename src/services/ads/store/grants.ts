import type { Reader, Transaction } from '#/storage/port.ts'
import { statement } from '#/storage/statement.ts'
import type { AdsRole } from '../domain/role.ts'

/** What a user may do with an agency and its advertisers, or with one advertiser. */
export interface GrantRow {
  readonly userId: string
  readonly agencyId: string
  /** Empty where the grant is about the whole agency. */
  readonly advertiserId: string
  readonly role: AdsRole
}

/** Who may see and change what. */
export class Grants {
  /** What the user has been granted, however many. */
  of(reader: Reader, userId: string): Promise<GrantRow[]> {
    return reader.all(listOf, { userId })
  }

  /** The grants that matter for one advertiser. */
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

const columns = `user_id as "userId", agency_id as "agencyId", advertiser_id as "advertiserId", role`

const listOf = statement<{ userId: string }, GrantRow>(
  `select ${columns} from ads_grants where user_id = :userId order by agency_id, advertiser_id`,
)

const listOn = statement<Omit<GrantRow, 'role'>, GrantRow>(
  `select ${columns} from ads_grants
    where user_id = :userId and agency_id = :agencyId and advertiser_id in ('', :advertiserId)`,
)

const put = statement<GrantRow>(
  `insert into ads_grants (user_id, agency_id, advertiser_id, role)
    values (:userId, :agencyId, :advertiserId, :role)
    on conflict (user_id, agency_id, advertiser_id) do update set role = excluded.role`,
)

const remove = statement<Omit<GrantRow, 'role'>>(
  `delete from ads_grants
    where user_id = :userId and agency_id = :agencyId and advertiser_id = :advertiserId`,
)

const removeAll = statement<{ userId: string }>('delete from ads_grants where user_id = :userId')
