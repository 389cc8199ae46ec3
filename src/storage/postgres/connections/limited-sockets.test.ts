import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { makePool, say } from '../driver.ts'
import {
  ConnectionLimit,
  ConnectionSlots,
  LimitedSocket,
  LimitedSockets,
} from './limited-sockets.ts'

/** A server, and what connects to it. */
async function startServer() {
  const accepted: Socket[] = []
  const server = createServer((socket) => accepted.push(socket.on('error', () => {})))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    connect: () => new LimitedSocket().connect(port, '127.0.0.1') as LimitedSocket,
    url: `postgres://127.0.0.1:${port}/none`,
    accepted: () => once(server, 'connection') as Promise<[Socket]>,
    [Symbol.asyncDispose]: async () => {
      for (const socket of accepted) socket.destroy()
      server.close()
    },
  }
}

it('refuses a socket that would be one too many, also for the next pool', async () => {
  await using server = await startServer()
  const slots = new ConnectionSlots(1)
  const [old, next] = [new LimitedSockets(slots), new LimitedSockets(slots)]
  const first = await old.open(server.connect)
  const refused = await next.open(server.connect)
  const whileClosing = new Promise<boolean>((resolve) => {
    refused.once('close', () => resolve(next.isRefusing))
  })
  refused.write('startup')
  const [error] = await once(refused, 'error')
  expect(error).toBeInstanceOf(ConnectionLimit)
  expect(await whileClosing).toBe(true)
  expect(next.isRefusing).toBe(false)
  first.destroy()
})

it('lets the driver use a refused connection again', async () => {
  await using server = await startServer()
  const slots = new ConnectionSlots(1)
  await slots.take(0)
  const sockets = new LimitedSockets(slots)
  const pool = makePool({ url: server.url, connectionsMax: 1, sockets, statementTimeoutMs: 0 })
  await expect(say(pool, 'select 1')).rejects.toThrow(ConnectionLimit)
  slots.release()
  const accepted = server.accepted()
  const ended = expect(say(pool, 'select 1')).rejects.toMatchObject({
    code: 'CONNECTION_DESTROYED',
  })
  const [connection] = await accepted
  const [startup] = await once(connection, 'data')
  expect(String(startup)).toContain('almanac')
  await pool.end({ timeout: 0 })
  await ended
})

it('gives a slot to the next waiter when a socket closes, even without its listeners', async () => {
  await using server = await startServer()
  const sockets = new LimitedSockets(new ConnectionSlots(1))
  const first = await sockets.open(server.connect)
  const waiting = sockets.open(server.connect)
  first.removeAllListeners()
  first.destroy()
  const second = await waiting
  await once(second, 'connect')
  second.destroy()
})

it('closes a socket that is opened for a pool that has ended', async () => {
  await using server = await startServer()
  const slots = new ConnectionSlots(1)
  const sockets = new LimitedSockets(slots)
  const opening = sockets.open(server.connect)
  sockets.end()
  expect((await opening).destroyed).toBe(true)
  expect(await slots.take(10_000)).toBe(true)
})

it('fails to open a socket for a pool that has ended, so that the driver tries no longer', async () => {
  const sockets = new LimitedSockets(new ConnectionSlots(1))
  sockets.end()
  const socket = await sockets.open(() => expect.fail('It connects.'))
  socket.write('startup')
  const [error] = await once(socket, 'error')
  expect(error).toMatchObject({ code: 'CONNECTION_ENDED' })
})

it('has as many slots as it was resized to, once those in use are released', async () => {
  const slots = new ConnectionSlots(3)
  for (let count = 0; count < 3; count++) await slots.take(0)
  slots.resize(1)
  const next = slots.take(60_000)
  slots.release()
  slots.release()
  expect(await slots.take(0)).toBe(false)
  slots.release()
  expect(await next).toBe(true)
  const further = slots.take(60_000)
  slots.resize(2)
  expect(await further).toBe(true)
  expect(await slots.take(0)).toBe(false)
})
