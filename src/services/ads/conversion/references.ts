import type { Transaction } from '#/storage/port.ts'
import { roleOn } from '../access.ts'
import type { Draft } from '../domain/conversion/draft.ts'
import type { AdsRole } from '../domain/role.ts'
import type { AdsContext } from '../operation.ts'
import type { Catalog } from '../store/advertiser-catalog.ts'
import type { AdvertiserRow } from '../store/advertisers.ts'
import type { EntityKind, EntityRow } from '../store/entities.ts'
import type { VisitRow } from '../store/visits.ts'

type Context = Pick<
  AdsContext,
  'caller' | 'advertisers' | 'entities' | 'visits' | 'catalogs' | 'grants'
>

/** The advertisers of a batch, and the entities that its rows refer to. */
export class References {
  readonly #visits: ReadonlyMap<string, VisitRow>
  readonly #accounts: ReadonlyMap<string, EntityRow>
  readonly #advertisers: ReadonlyMap<string, KnownAdvertiser>
  readonly #entities: ReadonlyMap<string, EntityRow>
  readonly #newEntities: ReadonlyMap<string, EntityRow>

  constructor(context: {
    readonly visits: ReadonlyMap<string, VisitRow>
    readonly accounts: ReadonlyMap<string, EntityRow>
    readonly advertisers: ReadonlyMap<string, KnownAdvertiser>
    readonly entities: readonly EntityRow[]
    readonly newEntities: readonly EntityRow[]
  }) {
    this.#visits = context.visits
    this.#accounts = context.accounts
    this.#advertisers = context.advertisers
    this.#entities = new Map(context.entities.map((entity) => [entityKey(entity), entity]))
    this.#newEntities = new Map(context.newEntities.map((entity) => [newKey(entity), entity]))
  }

  visit(clickId: string): VisitRow | undefined {
    return this.#visits.get(clickId)
  }

  account(customerId: string): EntityRow | undefined {
    return this.#accounts.get(customerId)
  }

  advertiser(id: string): KnownAdvertiser | undefined {
    return this.#advertisers.get(id)
  }

  entity(advertiserId: string, kind: EntityKind, id: string): EntityRow | undefined {
    return this.#entities.get(entityKey({ advertiserId, kind, id }))
  }

  keywordOf(place: {
    customerId: string
    newCampaignId: string
    newAdGroupId: string
    newId: string
  }): EntityRow | undefined {
    return this.#newEntities.get(newKey(place))
  }
}

export interface KnownAdvertiser {
  readonly row: AdvertiserRow
  readonly catalog: Catalog
  /** The caller's role; undefined without access. */
  readonly role: AdsRole | undefined
}

const entityKey = ({ advertiserId, kind, id }: Pick<EntityRow, 'advertiserId' | 'kind' | 'id'>) =>
  `${advertiserId} ${kind} ${id}`

const newKey = ({
  customerId,
  newCampaignId,
  newAdGroupId,
  newId,
}: Pick<EntityRow, 'customerId' | 'newCampaignId' | 'newAdGroupId' | 'newId'>) =>
  `${customerId} ${newCampaignId} ${newAdGroupId} ${newId}`

/** Reads the entities that the rows of a batch refer to, and optionally locks the advertisers. */
export async function referencesOf(
  context: Context,
  tx: Transaction,
  drafts: readonly Draft[],
  reading: 'find' | 'lock',
): Promise<References> {
  const visits = await visitsOf(context, tx, drafts)
  const accounts = await accountsOf(context, tx, drafts)
  const ids = new Set(idsOf(drafts, ({ advertiserId }) => advertiserId))
  for (const { advertiserId } of visits.values()) ids.add(advertiserId)
  for (const { advertiserId } of accounts.values()) ids.add(advertiserId)
  const advertisers = await advertisersOf(context, tx, ids, reading)
  const entities: EntityRow[] = []
  for (const advertiserId of advertisers.keys()) {
    entities.push(...(await entitiesOf(context, tx, { advertiserId, drafts, visits })))
  }
  const newEntities: EntityRow[] = []
  for (const customerId of accounts.keys()) {
    const newIds = idsOf(drafts, (draft) =>
      draft.customerId === customerId ? draft.criterionId : undefined,
    )
    const key = { customerId, kind: 'keyword', newIds } as const
    if (newIds.length > 0) newEntities.push(...(await context.entities.findAllNew(tx, key)))
  }
  return new References({ visits, accounts, advertisers, entities, newEntities })
}

function idsOf(drafts: readonly Draft[], idIn: (draft: Draft) => string | undefined): string[] {
  const ids = new Set<string>()
  for (const draft of drafts) {
    const id = idIn(draft)
    if (id !== undefined) ids.add(id)
  }
  return [...ids]
}

async function visitsOf({ visits }: Context, tx: Transaction, drafts: readonly Draft[]) {
  const clickIds = idsOf(drafts, ({ clickId }) => clickId)
  const visitById = new Map<string, VisitRow>()
  if (clickIds.length === 0) return visitById
  for (const visit of await visits.findAll(tx, clickIds)) visitById.set(visit.clickId, visit)
  return visitById
}

async function accountsOf({ entities }: Context, tx: Transaction, drafts: readonly Draft[]) {
  const accounts = new Map<string, EntityRow>()
  for (const customerId of idsOf(drafts, (draft) => draft.customerId)) {
    const account = await entities.accountOf(tx, customerId)
    if (account !== undefined) accounts.set(customerId, account)
  }
  return accounts
}

/** Locks in the order of ids, so that concurrent batches cannot deadlock. */
async function advertisersOf(
  context: Context,
  tx: Transaction,
  ids: ReadonlySet<string>,
  reading: 'find' | 'lock',
) {
  const { caller, advertisers, grants, catalogs } = context
  const ownGrants = await grants.of(tx, caller.userId)
  const advertiserById = new Map<string, KnownAdvertiser>()
  for (const id of [...ids].sort()) {
    const row = await advertisers[reading](tx, id)
    if (row === undefined) continue
    const catalog = await catalogs.of(tx, row)
    advertiserById.set(id, { row, catalog, role: roleOn(ownGrants, row) })
  }
  return advertiserById
}

interface EntityReferences {
  readonly advertiserId: string
  readonly drafts: readonly Draft[]
  readonly visits: ReadonlyMap<string, VisitRow>
}

/** The entities that rows refer to by ids of the previous experience or by clicks. */
async function entitiesOf(
  { entities }: Context,
  tx: Transaction,
  { advertiserId, drafts, visits }: EntityReferences,
): Promise<EntityRow[]> {
  const own = drafts.filter(
    (draft) => draft.advertiserId === advertiserId && draft.clickId === undefined,
  )
  const found: EntityRow[] = []
  for (const [kind, idIn] of namedEntities) {
    const ids = idsOf(own, idIn)
    if (ids.length > 0) found.push(...(await entities.findAll(tx, { advertiserId, kind, ids })))
  }
  // Keywords of clicks are needed for their ids in the new experience.
  const ids = idsOf(drafts, ({ clickId, customerId }) => {
    const visit = customerId && clickId ? visits.get(clickId) : undefined
    return visit?.advertiserId === advertiserId ? visit.criterionId : undefined
  })
  if (ids.length > 0) {
    found.push(...(await entities.findAll(tx, { advertiserId, kind: 'keyword', ids })))
  }
  return found
}

const namedEntities: readonly [EntityKind, (draft: Draft) => string | undefined][] = [
  ['keyword', ({ criterionId }) => criterionId],
  ['ad', ({ adId }) => (adId === '0' ? undefined : adId)],
  ['productGroup', ({ productGroupId }) => productGroupId],
]
