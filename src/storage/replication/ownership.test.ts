import { describe, expect, it } from 'vitest'
import { Ownership, TakenReplicaError } from './ownership.ts'
import type { ReplicaStore } from './stores/replica-store.ts'

const storeOf = (objects: Map<string, Uint8Array>): ReplicaStore => ({
  put: async (name, bytes) => void objects.set(name, bytes),
  get: async (name) => (objects.has(name) ? Buffer.from(objects.get(name)!) : undefined),
  list: async () => [],
  delete: async (name) => void objects.delete(name),
})

describe('the ownership of a replica', () => {
  const scene = () => {
    const objects = new Map<string, Uint8Array>()
    const clock = { nowMs: 0 }
    const waits: number[] = []
    const open = (id: string, run: string, meanwhile = async () => {}) =>
      new Ownership({
        store: storeOf(objects),
        id,
        run,
        beatMs: 10,
        nowMs: () => clock.nowMs,
        wait: async (ms) => {
          waits.push(ms)
          await meanwhile()
        },
      })
    return { objects, clock, waits, open }
  }

  it('is taken at once if it is free, or if an earlier run on the data directory had it', async () => {
    const { open, waits } = scene()
    await open('one', 'a').claim()
    await open('one', 'b').claim()
    expect(waits).toEqual([])
  })

  it('is refused while another server renews it', async () => {
    const { open, waits } = scene()
    const first = open('one', 'a')
    await first.claim()
    await expect(open('two', 'b', () => first.renew()).claim()).rejects.toThrow(TakenReplicaError)
    expect(waits).toEqual([30])
    await first.renew()
  })

  it('is taken from a server that renews it no more', async () => {
    const { open } = scene()
    const first = open('one', 'a')
    await first.claim()
    await open('two', 'b').claim()
    await expect(first.renew()).rejects.toThrow('Another server replicates to the same address.')
  })

  it('is not taken back from another run on a copy of the data directory', async () => {
    const { open } = scene()
    const second = open('one', 'b')
    const first = open('one', 'a', () => second.renew())
    await first.claim()
    await second.claim()
    await expect(first.renew()).rejects.toThrow(TakenReplicaError)
    await expect(first.claim()).rejects.toThrow(TakenReplicaError)
    await first.release()
    await second.renew()
  })

  it('is due for renewal after a while, and free after its release', async () => {
    const { open, clock, objects } = scene()
    const first = open('one', 'a')
    await first.claim()
    expect(first.isDue).toBe(false)
    clock.nowMs = 10
    expect(first.isDue).toBe(true)
    await first.release()
    expect(objects.size).toBe(0)
  })
})
