import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { duplicate, limitExceeded, notFound, unavailable } from '#/kernel/errors.ts'
import { base32hex } from '#/kernel/identifiers.ts'
import type { Log } from '#/kernel/log.ts'
import type { RandomBytes } from '#/kernel/randomness.ts'
import type { WorldRecord, WorldStore } from './world.ts'

/** A site that can be entered through the listener and closed when it is idle. */
interface WorldSite<Placed> {
  readonly placed: Placed
  /** How long until its next job is due; undefined when none waits. */
  msToNextJob(): Promise<number | undefined>
  close(): Promise<void>
}

interface WorldsOptions<Placed> {
  readonly store: WorldStore
  /** Opens the site of a world whose data exists. */
  readonly open: (record: WorldRecord) => Promise<WorldSite<Placed>>
  readonly randomBytes: RandomBytes
  readonly nowMs: () => number
  readonly log: Log
  readonly limits: {
    readonly worldsMax: number
    /** How many may be open at a time. */
    readonly openMax: number
    /** A world that is idle for this long is closed until its next use. */
    readonly worldCloseMs: number
    /** A world without a name that is idle for this long is deleted. */
    readonly worldLifetimeMs: number
  }
}

interface World<Placed> {
  record: WorldRecord
  usedAtMs: number
  /** Requests under way. */
  entered: number
  /** Ends one of them. */
  readonly leave: () => void
  /** Whether this process has created it. */
  readonly isOwn: boolean
  site: WorldSite<Placed> | Promise<WorldSite<Placed>> | undefined
  /** Settles when the site before has let go of the data. */
  closing: Promise<void> | undefined
  /** Opens a closed world when its next job is due. */
  alarm: NodeJS.Timeout | undefined
}

const generatedIdLength = 12
const sweepEveryMs = 1_000
const alarmMsMax = 2 ** 31 - 1
/** How long a world that is being deleted waits for the requests to it that are under way. */
const drainMsMax = 1_000
const drainLookEveryMs = 5

/** The worlds of one server: creates them, opens them on demand, and closes those that are idle. */
export class Worlds<Placed> {
  readonly #options: WorldsOptions<Placed>
  readonly #worlds = new Map<string, World<Placed>>()
  /** The worlds whose data is being removed, by id. */
  readonly #removals = new Map<string, Promise<void>>()
  #sweeper: NodeJS.Timeout | undefined

  constructor(options: WorldsOptions<Placed>) {
    this.#options = options
  }

  /** Removes what an earlier process left behind, and finds the named worlds. */
  async start(): Promise<void> {
    const { store } = this.#options
    await store.removeLeftovers()
    for (const record of await store.list()) this.#add(record)
    this.#sweeper = setInterval(() => void this.#sweep(), sweepEveryMs).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#sweeper)
    const { store } = this.#options
    for (const [id, world] of this.#worlds) {
      await this.#close(world)
      clearTimeout(world.alarm)
      if (world.isOwn && !world.record.isNamed) await store.remove(id)
    }
    await store.close()
  }

  /** What is open at the moment. */
  get placed(): readonly Placed[] {
    return [...this.#worlds.values()].flatMap(({ site }) =>
      site === undefined || site instanceof Promise ? [] : [site.placed],
    )
  }

  get isEmpty(): boolean {
    return this.#worlds.size === 0
  }

  has(id: string): boolean {
    return this.#worlds.has(id)
  }

  async list(): Promise<WorldRecord[]> {
    await this.#followOthers()
    return [...this.#worlds.values()].map(({ record }) => record)
  }

  /**
   * Creates a world and opens it; `prepare` fills it, and when that fails nothing remains. Until then it is stored
   * as one without a name, so that a crash leaves no incomplete world.
   */
  async create<T>(
    draft: { readonly id?: string | undefined },
    prepare: (placed: Placed, record: WorldRecord) => Promise<T>,
  ): Promise<T> {
    const { store, randomBytes, nowMs, limits } = this.#options
    const { id = base32hex(generatedIdLength, randomBytes) } = draft
    await this.#followOthers()
    if (this.#worlds.has(id)) throw duplicate(`The world ${id}`)
    if (this.#worlds.size >= limits.worldsMax) throw tooManyWorlds(limits.worldsMax)
    const isNamed = draft.id !== undefined
    const record = { id, isNamed, createdAtMs: nowMs() }
    const world = this.#add(record, { isOwn: true })
    // Counts as entered, so that it is not closed while it is being filled.
    world.entered++
    let isStored = false
    try {
      await this.#removals.get(id)
      await store.create({ ...record, isNamed: false })
      isStored = true
      const result = await prepare((await this.#open(world)).placed, record)
      if (isNamed) await store.update(record)
      return result
    } catch (error) {
      await this.#remove(world, async () => {
        await this.#close(world)
        if (isStored) await store.remove(id)
      })
      throw error
    } finally {
      world.entered--
    }
  }

  /** Does something with a world, which stays open meanwhile. */
  async use<T>(id: string, task: (placed: Placed) => Promise<T>): Promise<T> {
    const world = await this.#find(id)
    world.entered++
    try {
      return await task((await this.#open(world)).placed)
    } finally {
      world.leave()
    }
  }

  async delete(id: string): Promise<void> {
    const world = await this.#find(id)
    await this.#remove(world, async () => {
      clearTimeout(world.alarm)
      const lateMs = this.#options.nowMs() + drainMsMax
      while (world.entered > 0 && this.#options.nowMs() < lateMs) await delay(drainLookEveryMs)
      await this.#close(world)
      await this.#options.store.remove(id)
    })
  }

  /** Forgets a world and removes its data, for which the next world of this id waits. */
  async #remove(world: World<Placed>, removeData: () => Promise<void>): Promise<void> {
    const { id } = world.record
    if (this.#worlds.get(id) === world) this.#worlds.delete(id)
    const removal = removeData()
    const settled = removal.catch(() => {}).finally(() => this.#removals.delete(id))
    this.#removals.set(id, settled)
    await removal
  }

  /** The record of a world; throws when there is none. */
  async get(id: string): Promise<WorldRecord> {
    return (await this.#find(id)).record
  }

  /** Where requests to a world go. It stays open until the response has ended. */
  enter(id: string, response: ServerResponse): Placed | Promise<Placed> {
    const world = this.#worlds.get(id)
    return world === undefined
      ? this.#find(id).then((found) => this.#enter(found, response))
      : this.#enter(world, response)
  }

  #enter(world: World<Placed>, response: ServerResponse): Placed | Promise<Placed> {
    world.entered++
    world.usedAtMs = this.#options.nowMs()
    response.on('close', world.leave)
    const { site } = world
    if (site !== undefined && !(site instanceof Promise)) return site.placed
    return this.#open(world).then(({ placed }) => placed)
  }

  async #find(id: string): Promise<World<Placed>> {
    if (!this.#worlds.has(id)) await this.#followOthers()
    const world = this.#worlds.get(id)
    if (world === undefined) throw unknownWorld(id)
    return world
  }

  /** Learns of the worlds that other processes have created and deleted. */
  async #followOthers(): Promise<void> {
    const { store } = this.#options
    if (!store.isShared) return
    const records = new Map((await store.list()).map((record) => [record.id, record]))
    for (const [id, record] of records) {
      const present = this.#worlds.get(id)
      if (present === undefined && !this.#removals.has(id)) this.#add(record)
      else if (present?.isOwn === false) present.record = record
    }
    for (const [id, world] of this.#worlds) {
      if (records.has(id) || world.entered > 0) continue
      this.#worlds.delete(id)
      await this.#close(world)
    }
  }

  #add(record: WorldRecord, { isOwn = false } = {}): World<Placed> {
    const { nowMs } = this.#options
    const world: World<Placed> = {
      record,
      usedAtMs: nowMs(),
      entered: 0,
      leave: () => {
        world.entered--
        world.usedAtMs = nowMs()
      },
      isOwn,
      site: undefined,
      closing: undefined,
      alarm: undefined,
    }
    this.#worlds.set(record.id, world)
    return world
  }

  async #open(world: World<Placed>): Promise<WorldSite<Placed>> {
    if (world.site !== undefined) return world.site
    clearTimeout(world.alarm)
    const opening = this.#openSite(world)
    world.site = opening
    try {
      const site = await opening
      if (world.site === opening) world.site = site
      return site
    } catch (error) {
      if (world.site === opening) world.site = undefined
      throw error
    }
  }

  async #openSite(world: World<Placed>): Promise<WorldSite<Placed>> {
    await world.closing
    await this.#makeRoom()
    return this.#options.open(world.record)
  }

  /** Closes the world that was idle for longest when as many are open as may be. */
  async #makeRoom(): Promise<void> {
    const open = [...this.#worlds.values()].filter(({ site }) => site !== undefined)
    if (open.length <= this.#options.limits.openMax) return
    const idle = open.filter(({ entered }) => entered === 0)
    if (idle.length === 0) throw unavailable('Too many worlds are in use at the same time.')
    await this.#close(idle.reduce((one, other) => (one.usedAtMs <= other.usedAtMs ? one : other)))
  }

  #close(world: World<Placed>): Promise<void> {
    const { site } = world
    if (site === undefined) return world.closing ?? Promise.resolve()
    world.site = undefined
    world.closing = Promise.resolve(site)
      .then((opened) => opened.close())
      .finally(() => {
        world.closing = undefined
      })
    return world.closing
  }

  async #sweep(): Promise<void> {
    const { nowMs, limits, log } = this.#options
    for (const [id, world] of this.#worlds) {
      const idleMs = world.entered > 0 ? 0 : nowMs() - world.usedAtMs
      try {
        const isOver = world.isOwn && !world.record.isNamed && idleMs > limits.worldLifetimeMs
        if (isOver) await this.delete(id)
        else if (world.site !== undefined && idleMs > limits.worldCloseMs) await this.#rest(world)
      } catch (err) {
        log.warn('could not close an idle world', { world: id, err })
      }
    }
  }

  /** Closes an idle world until it is used or its next job is due. */
  async #rest(world: World<Placed>): Promise<void> {
    const waitMs = await (await world.site)?.msToNextJob()
    if (world.entered > 0) return
    // Closing it for a moment would cost more than it saves.
    if (waitMs !== undefined && waitMs < this.#options.limits.worldCloseMs) return
    await this.#close(world)
    if (waitMs === undefined) return
    const wake = () => {
      world.usedAtMs = this.#options.nowMs()
      void this.#open(world).catch((err) => {
        this.#options.log.warn('could not open a world for its jobs', {
          world: world.record.id,
          err,
        })
      })
    }
    world.alarm = setTimeout(wake, Math.min(waitMs, alarmMsMax)).unref()
  }
}

const unknownWorld = (id: string) =>
  notFound(
    `There is no world "${id}". Create it with POST /_almanac/worlds {"id": "${id}"}, or a world ` +
      'that ends with the server with POST /_almanac/worlds; GET /_almanac/worlds lists the worlds.',
  )

const tooManyWorlds = (worldsMax: number) =>
  limitExceeded(
    `There are ${worldsMax} worlds, as many as worldsMax (ALMANAC_WORLDS_MAX) allows. ` +
      'Delete one with DELETE /_almanac/worlds/{id}.',
    429,
  )
