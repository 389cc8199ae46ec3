import { EventEmitter } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { runCommand, SignalRelay } from './exec-command.ts'

/** A relay with a command that notes the signals it gets. */
function relayWithCommand({ hasTerminal }: { hasTerminal: boolean }) {
  const source = new EventEmitter()
  const relay = new SignalRelay({ source, hasTerminal: () => hasTerminal })
  const killed: unknown[] = []
  const command = {
    kill: (signal?: NodeJS.Signals | number) => {
      killed.push(signal)
      return true
    },
  }
  return { source, relay, killed, command }
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the status of a command', () => {
  it.each([
    ['ends well', ['true'], 0, undefined],
    ['fails', ['sh', '-c', 'exit 7'], 7, undefined],
    ['is ended by a signal', ['sh', '-c', 'kill -TERM $$'], 143, undefined],
    ['is killed', ['sh', '-c', 'kill -KILL $$'], 137, undefined],
    ['does not exist', ['no-such-command'], 127, '"no-such-command" was not found.'],
    ['has no name', [''], 127, '"" was not found.'],
    ['is a folder', ['/'], 126, '"/" cannot be executed (EACCES).'],
  ])('that %s: %j', async (_, command, status, told) => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const { relay } = relayWithCommand({ hasTerminal: false })
    expect(await runCommand(command, { environment: process.env, relay })).toBe(status)
    const lines = told === undefined ? [] : [[`almanac: The command ${told}\n`]]
    expect(write.mock.calls).toEqual(lines)
  })
})

describe('a signal', () => {
  it.each(['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'])(
    '%s is forwarded once where there is no terminal',
    (signal) => {
      const { source, relay, killed, command } = relayWithCommand({ hasTerminal: false })
      relay.forwardTo(command)
      source.emit(signal, signal)
      expect(killed).toEqual([signal])
    },
  )

  it.each([
    ['SIGINT', []],
    ['SIGQUIT', []],
    ['SIGTERM', ['SIGTERM']],
    ['SIGHUP', ['SIGHUP']],
  ])(
    '%s of a terminal, which the command gets from there, is forwarded as %j',
    (signal, forwarded) => {
      const { source, relay, killed, command } = relayWithCommand({ hasTerminal: true })
      relay.forwardTo(command)
      source.emit(signal, signal)
      expect(killed).toEqual(forwarded)
    },
  )

  it('before the command starts prevents its start', async () => {
    const { source, relay } = relayWithCommand({ hasTerminal: true })
    source.emit('SIGINT', 'SIGINT')
    const status = await runCommand(['/nonexistent/command'], { environment: {}, relay })
    expect(status).toBe(130)
  })
})
