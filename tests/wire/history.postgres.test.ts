import { expect, it } from 'vitest'
import { ArchivingPostgres } from '../support/base-backup.ts'
import { until } from '../support/calling.ts'
import {
  changeEverything,
  clientView,
  expectAccepted,
  expectOtherEtags,
  expectRefused,
  fillLists,
  viewsOfChanges,
} from '../support/client-view.ts'
import { placeOnPostgres } from '../support/server.ts'
import { addEvent, openChannel } from '../support/watching.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'
import { WireUser } from '../support/wire-user.ts'

const paths = { calendar: '/calendar/v3', almanac: '/almanac/v1' }
const primary = '/calendars/primary'

it('a point-in-time recovery of PostgreSQL continues as a restore does, below running servers', async () => {
  await using receiver = await WebhookReceiver.open()
  await using database = await ArchivingPostgres.start()
  await using place = await placeOnPostgres(database)
  const first = await place.start()
  const second = await place.startProcess()
  const who = await first.mint()
  const user = new WireUser({ base: first.base, paths }, who)
  const other = new WireUser({ base: second.base, paths }, who)
  await fillLists(user)
  await database.backUp()
  await changeEverything(user, 'common')
  const channel = await openChannel(receiver, user, `${primary}/events`)
  const common = await clientView(user)
  const moment = await database.moment()

  const lost = await viewsOfChanges(user, 'lost', 2)
  await addEvent(user, primary)
  const toldBefore = receiver.told(channel.address)
  await database.recoverTo(moment)

  const answer = () => other.get(primary)
  await until(answer, ({ status }) => status === 200)
  expect((await clientView(other)).etags).toEqual(common.etags)
  await expectAccepted(other, common)
  await expectRefused(other, lost)
  const views = [
    ...(await viewsOfChanges(other, 'present', 2)),
    ...(await viewsOfChanges(user, 'present again', 2)),
  ]
  expectOtherEtags(lost, views)
  await expectRefused(user, lost)
  await expectAccepted(user, common)
  // Both processes write as one: none of them begins numbers of its own.
  for (const view of views) await expectAccepted(other, view)

  const messages = await receiver.until(channel.address, toldBefore.length + 1)
  const numbers = messages.map(({ headers }) => Number(headers['x-goog-message-number']))
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))

  const third = new WireUser({ base: (await place.start()).base, paths }, who)
  expect((await clientView(third)).etags).toEqual(views.at(-1)!.etags)
  expectOtherEtags([...lost, ...views], await viewsOfChanges(third, 'another process', 1))
})
