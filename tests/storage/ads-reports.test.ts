import { describe, expect, it } from 'vitest'
import { type ReportRow, Reports } from '#/services/ads/store/reports.ts'
import { engines } from '../support/engines.ts'

const accepted: ReportRow = {
  id: 'r',
  userId: 'u',
  type: 'keyword',
  state: 'accepted',
  request: '{}',
  currency: 'USD',
  timeZone: 'UTC',
  createdAt: 0,
  finishedAt: null,
  rowCount: 0,
  files: '[]',
  epoch: 0,
  incarnation: '',
  failure: '',
  failureText: '',
  run: '',
}

for (const engine of engines) {
  const skip = engine.unavailable !== undefined
  describe(`a report on ${engine.name}`, { skip }, () => {
    it('is finished by its last run only, and does not start again afterwards', async () => {
      await using database = await engine.open()
      const reports = new Reports()
      const begin = (run: string) =>
        database.transaction((tx) => reports.begin(tx, { id: 'r', run }))
      const finish = (run: string) => {
        const written = { rowCount: 1, files: '[5]', epoch: 1, incarnation: 'i' }
        return database.transaction((tx) =>
          reports.finish(tx, { id: 'r', run, finishedAt: 1, ...written }),
        )
      }
      await database.transaction((tx) => reports.add(tx, accepted))
      expect([await begin('first'), await begin('second')]).toEqual([true, true])
      expect(await finish('first')).toBe(false)
      expect((await reports.find(database, 'r'))?.state).toBe('running')
      expect(await finish('second')).toBe(true)
      expect(await begin('third')).toBe(false)
    })
  })
}
