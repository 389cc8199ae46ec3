import { as } from './calling.ts'
import { send } from './http.ts'
import { type ServerSite, siteOf } from './sites.ts'

export interface World {
  readonly id: string
  /** Without a slash at the end, like the address of a server. */
  readonly base: string
  readonly rootUrl: string
  readonly email: string
  readonly token: string
  readonly clients: {
    readonly node: { readonly rootUrl: string }
    readonly python: { readonly discoveryServiceUrl: string }
    readonly go: { readonly calendar: string }
  }
  /** Calls as its first user. */
  readonly calls: ReturnType<typeof as>
}

/** Creates a world on a server. */
export async function createWorld(base: string, wanted: object = {}): Promise<World> {
  const reply = await send(`${base}/_almanac/worlds`, { method: 'POST', body: wanted })
  if (reply.status !== 200) throw new Error(`no world: ${reply.status} ${reply.text}`)
  const world = reply.json as unknown as Omit<World, 'base' | 'calls'>
  const root = world.rootUrl.replace(/\/$/, '')
  return { ...world, base: root, calls: as(root, world.token) }
}

/** A world of a server, for what works on whole sites. */
export const siteIn = ({ base }: World, { place, server }: ServerSite): ServerSite =>
  siteOf(place, { ...server, base })
