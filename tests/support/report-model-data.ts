/** What a platform and uploads tell, for reports that are checked against a plain computation. */
export interface ModelData {
  readonly entities: readonly Entity[]
  readonly facts: readonly Fact[]
  readonly conversions: readonly Conversion[]
}

export interface Entity {
  readonly kind: 'account' | 'campaign' | 'adGroup' | 'keyword'
  readonly id: string
  readonly name: string
  readonly isRemoved: boolean
  readonly currency: string
  /** The ids from the account down to itself. */
  readonly path: readonly string[]
}

export interface Fact {
  readonly path: readonly string[]
  readonly date: string
  readonly device: string
  readonly impr: number
  readonly clicks: number
  readonly costMicros: bigint
  readonly positionMicros: bigint
}

export interface Conversion {
  readonly path: readonly string[]
  readonly date: string
  readonly device: string
  readonly activity: 'Sale' | 'Call'
  readonly isRemoved: boolean
  readonly revenueMicros: bigint
  readonly currency: string
}

export const agencyId = '20700000000000777'
export const advertiserId = '21700000000000777'

/** Dollars of a day in millionths of a euro; a day without a rate has the last one before it. */
export const euroRates: readonly (readonly [string, bigint])[] = [
  ['2024-04-01', 912_345n],
  ['2024-05-01', 933_333n],
  ['2024-05-04', 871_234n],
]

const days = [
  '2024-04-28',
  '2024-04-30',
  '2024-05-01',
  '2024-05-02',
  '2024-05-03',
  '2024-05-04',
  '2024-05-05',
]
const devices = ['Desktop', 'Mobile', 'Other']

/** Numbers below a bound that follow from a seed. */
export function randomData(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * bound)
  }
}

export function modelData(random: (bound: number) => number): ModelData {
  const entities: Entity[] = []
  let next = 0
  const add = (kind: Entity['kind'], above: Entity | undefined): Entity => {
    const number = ++next
    const id = `${{ account: 700, campaign: 717, adGroup: 587, keyword: 437 }[kind]}0000000${100 + number}`
    const entity: Entity = {
      kind,
      id,
      name: `${kind} ${number}`,
      isRemoved: kind !== 'account' && random(6) === 0,
      currency: above?.currency ?? (number === 1 ? 'USD' : 'EUR'),
      path: [...(above?.path ?? []), id],
    }
    entities.push(entity)
    return entity
  }
  for (let account = 0; account < 2; account++) {
    const one = add('account', undefined)
    for (let campaign = 0; campaign < 3; campaign++) {
      const two = add('campaign', one)
      for (let group = 0; group < 2; group++) {
        const three = add('adGroup', two)
        for (let word = 0; word < 2; word++) add('keyword', three)
      }
    }
  }
  const keywords = entities.filter(({ kind }) => kind === 'keyword')
  return {
    entities,
    facts: factsOf(keywords, random),
    conversions: conversionsOf(keywords, random),
  }
}

function factsOf(keywords: readonly Entity[], random: (bound: number) => number): Fact[] {
  return keywords.flatMap(({ path }) =>
    days.flatMap((date) =>
      devices
        .filter(() => random(4) === 0)
        .map((device) => ({
          path,
          date,
          device,
          impr: random(200),
          clicks: random(20),
          costMicros: BigInt(random(9_999_999)),
          positionMicros: BigInt(random(900_000_000)),
        })),
    ),
  )
}

function conversionsOf(
  keywords: readonly Entity[],
  random: (bound: number) => number,
): Conversion[] {
  return Array.from({ length: 60 }, () => {
    const isSale = random(2) === 0
    return {
      path: keywords[random(keywords.length)]!.path,
      date: days[random(days.length)]!,
      device: devices[random(devices.length)]!,
      activity: isSale ? 'Sale' : 'Call',
      isRemoved: random(5) === 0,
      revenueMicros: isSale ? BigInt(random(50_000_000)) : 0n,
      currency: random(2) === 0 ? 'USD' : 'EUR',
    }
  })
}

/** The same as files of a platform, and as rows of an upload. */
export function modelFiles({ entities, facts, conversions }: ModelData) {
  const lines = (kind: Entity['kind'], header: string, line: (entity: Entity) => string) =>
    [header, ...entities.filter((entity) => entity.kind === kind).map(line)].join('\n')
  const status = ({ isRemoved }: Entity) => (isRemoved ? 'Removed' : 'Active')
  const platform = {
    'agencies.csv': `agencyId,name\n${agencyId},Model agency`,
    'advertisers.csv': `agencyId,advertiserId,name,currency,timeZone\n${agencyId},${advertiserId},Model,EUR,Europe/Berlin`,
    'accounts.csv': lines(
      'account',
      'advertiserId,accountId,name,currency,timeZone',
      ({ id, name, currency }) => `${advertiserId},${id},${name},${currency},Europe/Berlin`,
    ),
    'campaigns.csv': lines(
      'campaign',
      'advertiserId,accountId,campaignId,name,status',
      (entity) => `${advertiserId},${entity.path[0]},${entity.id},${entity.name},${status(entity)}`,
    ),
    'adGroups.csv': lines(
      'adGroup',
      'advertiserId,campaignId,adGroupId,name,status',
      (entity) => `${advertiserId},${entity.path[1]},${entity.id},${entity.name},${status(entity)}`,
    ),
    'keywords.csv': lines(
      'keyword',
      'advertiserId,campaignId,adGroupId,keywordId,name,status',
      (entity) =>
        `${advertiserId},${entity.path[1]},${entity.path[2]},${entity.id},${entity.name},${status(entity)}`,
    ),
    'activities.csv': `advertiserId,activityId,name,groupId,groupName,type,weight
${advertiserId},901,Sale,1,Sales,Transaction,1
${advertiserId},902,Call,2,Calls,Action,2.5`,
    'currencyRates.csv': [
      'currency,date,perDollar',
      ...euroRates.map(([date, micros]) => `EUR,${date},${Number(micros) / 1e6}`),
    ].join('\n'),
  }
  const statistics = {
    'dailyStatistics.csv': [
      'advertiserId,accountId,campaignId,adGroupId,criterionKind,criterionId,date,adId,device,impr,clicks,cost,position',
      ...facts.map(({ path, date, device, impr, clicks, costMicros, positionMicros }) =>
        [
          advertiserId,
          ...path.slice(0, 3),
          'keyword',
          path[3],
          date,
          0,
          device,
          impr,
          clicks,
          decimal(costMicros),
          decimal(positionMicros),
        ].join(','),
      ),
    ].join('\n'),
  }
  const rows = conversions.map((conversion, number) => ({
    conversionId: `model-${number}`,
    conversionTimestamp: String(
      Temporal.Instant.from(`${conversion.date}T10:00:00Z`).epochMilliseconds + number,
    ),
    agencyId,
    advertiserId,
    engineAccountId: conversion.path[0],
    campaignId: conversion.path[1],
    adGroupId: conversion.path[2],
    criterionId: conversion.path[3],
    adId: '0',
    segmentationType: 'FLOODLIGHT',
    segmentationName: conversion.activity,
    type: conversion.activity === 'Sale' ? 'TRANSACTION' : 'ACTION',
    deviceType: conversion.device,
    state: conversion.isRemoved ? 'REMOVED' : 'ACTIVE',
    ...(conversion.activity === 'Sale' && {
      revenueMicros: String(conversion.revenueMicros),
      currencyCode: conversion.currency,
    }),
  }))
  return { platform, statistics, conversions: rows }
}

const decimal = (micros: bigint) =>
  `${micros / 1_000_000n}.${String(micros % 1_000_000n).padStart(6, '0')}`
