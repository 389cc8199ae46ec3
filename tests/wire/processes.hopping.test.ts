import { it } from 'vitest'
import { as } from '../support/calling.ts'
import { HoppingClients } from '../support/hopping-clients.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { placeOnPostgres } from '../support/server.ts'

const clientsCount = 6

it('clients that hop between processes see their writes and lose none, whatever is killed or restarted', async () => {
  const { url, restart, stop } = await startPostgres(18)
  await using place = await placeOnPostgres({ url, [Symbol.asyncDispose]: stop })
  const servers = await Promise.all([1, 2, 3].map(() => place.startProcess()))
  const { token } = await servers[0]!.mint()
  const callers = servers.map(({ base }) => as(base, token))
  await using clients = new HoppingClients(Array.from({ length: clientsCount }, () => callers))
  await clients.progress()
  await servers[2]!.kill()
  await clients.progress()
  await restart()
  await clients.progress()
  await clients.expectNothingLost()
})
