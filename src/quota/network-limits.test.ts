import { describe, expect, it } from 'vitest'
import { NetworkLimits } from './network-limits.ts'

function limitsAt(perMinute = { signIn: 4, token: 0, tokenInfo: 2, deviceCode: 1 }) {
  const time = { nowMs: Date.parse('2027-03-01T12:00:10Z') }
  const clock = { nowMs: () => time.nowMs } as ConstructorParameters<
    typeof NetworkLimits
  >[0]['clock']
  const lines: [string, object?][] = []
  const log = { warn: (...line: [string, object?]) => void lines.push(line) }
  return { time, lines, limits: new NetworkLimits({ clock, log, perMinute }) }
}

describe('requests of one network', () => {
  it('are rejected beyond those of a minute, with the seconds after which the next one fits', () => {
    const { time, limits } = limitsAt()
    for (let count = 0; count < 4; count++) expect(limits.charge('signIn', 'a')).toBe(0)
    const waitS = limits.charge('signIn', 'a')
    expect(waitS).toBeGreaterThan(50)
    time.nowMs += (waitS - 1) * 1000
    expect(limits.charge('signIn', 'a')).toBe(1)
    time.nowMs += 1000
    expect(limits.charge('signIn', 'a')).toBe(0)
  })

  it('do not count for other networks and other kinds of requests', () => {
    const { limits } = limitsAt()
    expect(limits.charge('deviceCode', 'a')).toBe(0)
    expect(limits.charge('deviceCode', 'a')).toBeGreaterThan(0)
    expect(limits.charge('deviceCode', 'b')).toBe(0)
    expect(limits.charge('signIn', 'a')).toBe(0)
  })

  it('are logged once a minute while the network is over its limit', () => {
    const { time, lines, limits } = limitsAt()
    for (let count = 0; count < 100; count++) limits.charge('deviceCode', '192.0.2.0/24')
    const request = 'deviceCode'
    const line = ['network exceeded its limit', { request, network: '192.0.2.0/24' }]
    expect(lines).toEqual([line])
    limits.charge('deviceCode', '198.51.100.0/24')
    expect(lines).toHaveLength(1)
    time.nowMs += 60_000
    for (let count = 0; count < 100; count++) limits.charge('deviceCode', '192.0.2.0/24')
    expect(lines).toEqual([line, line])
  })

  it('are not limited if the limit is 0', () => {
    const { limits } = limitsAt()
    for (let count = 0; count < 1000; count++) expect(limits.charge('token', 'a')).toBe(0)
  })
})
