import { createHash } from 'node:crypto'
import type { RateRecord, VisitRecord } from '../../store/platform-records.ts'
import { millionths, RecordFault } from '../record.ts'
import { requireIn, type Values, type Writing } from './writing-batch.ts'
import { differing } from './writing-life.ts'

export async function writeVisits(writing: Writing): Promise<void> {
  const { tx, context } = writing
  const existing = await context.platformHistory.visits(tx, writing.valuesOf('clickId'))
  const before = new Map(existing.map((row) => [keyOf(row), row]))
  writing.complete(({ advertiserId = '', clickId = '' }) => {
    const row = before.get(keyOf({ advertiserId, clickId }))
    if (row === undefined) return undefined
    const { adGroupId, keywordId, adId, productGroupId, device } = row
    const values = { adGroupId, keywordId, adId, productGroupId, device }
    const { visitId, ...attributes } = JSON.parse(row.attributes) as Values
    const isDerived = visitId === visitIdOf(clickId)
    return { values, attributes: isDerived ? attributes : { ...attributes, visitId: visitId! } }
  })
  const accounts = await writing.entities('account', ({ accountId }) => accountId)
  const campaigns = await writing.entities('campaign', ({ campaignId }) => campaignId)
  const ownerOf = new Map(existing.map(({ clickId, advertiserId }) => [clickId, advertiserId]))
  const rows = writing.rows<VisitRecord>(({ values, attributes }) => {
    const { advertiserId = '', clickId = '', time, accountId = '', campaignId = '' } = values
    const { adGroupId = '', keywordId = '', adId = '', productGroupId = '' } = values
    requireIn(accounts, `${advertiserId} ${accountId}`, `the account ${accountId}`)
    requireIn(campaigns, `${advertiserId} ${campaignId}`, `the campaign ${campaignId}`)
    const owner = ownerOf.getOrInsert(clickId, advertiserId)
    if (owner !== advertiserId && !before.has(keyOf({ advertiserId, clickId }))) {
      throw new RecordFault(`the click ${clickId} belongs to the advertiser ${owner}`)
    }
    const place = { accountId, campaignId, adGroupId, keywordId, adId, productGroupId }
    const { visitId = visitIdOf(clickId) } = attributes
    const rest = {
      device: values.device ?? '',
      attributes: JSON.stringify({ ...attributes, visitId }),
    }
    return { advertiserId, clickId, atMs: Number(time), ...place, ...rest }
  }, keyOf)
  const news = differing(rows, (row) => before.get(keyOf(row)))
  const sequenceOf = await writing.advance(news.map(({ advertiserId }) => advertiserId))
  const numbered = news.map((row) => ({ ...row, sequence: sequenceOf(row.advertiserId) }))
  await context.platformHistory.putVisits(tx, numbered)
}

const keyOf = ({ advertiserId, clickId }: Pick<VisitRecord, 'advertiserId' | 'clickId'>) =>
  `${advertiserId} ${clickId}`

/** A permanent 63-bit id of a click. */
const visitIdOf = (clickId: string): string =>
  (createHash('sha256').update(clickId).digest().readBigUInt64BE() >> 1n).toString()

export async function writeRates(writing: Writing): Promise<void> {
  const { tx, context } = writing
  const keyOf = ({ currency, day }: RateRecord) => `${currency} ${day}`
  const rows = writing.rows<RateRecord>(
    ({ values: { currency = '', date, perDollar = '' } }) => ({
      currency,
      day: Number(date),
      perDollarMicros: millionths(perDollar),
    }),
    keyOf,
  )
  if (rows.length === 0) return
  const days = rows.map(({ day }) => day)
  const span = { firstDay: Math.min(...days), lastDay: Math.max(...days) }
  const found = await context.platformHistory.rates(tx, writing.valuesOf('currency'), span)
  const before = new Map(found.map((row) => [keyOf(row), row]))
  const news = differing(rows, (row) => before.get(keyOf(row)))
  if (news.length === 0) return
  const sequence = await context.platform.advanceSubject(tx, 'currencyRates')
  const numbered = news.map((row) => ({ ...row, sequence }))
  await context.platformHistory.putRates(tx, numbered)
}
