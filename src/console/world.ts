/**
 * The world that a page is in. Everything that the server has at its root it also has below
 * `/worlds/{id}`, so a page finds its interfaces, and what it has stored, by the address it is at.
 */
export interface World {
  /** Undefined in the default world. */
  readonly id: string | undefined
  /** What every path of the world begins with; empty in the default world. */
  readonly prefix: string
}

export function worldAt(path: string): World {
  const [prefix = '', id] = /^\/worlds\/([^/]+)/.exec(path) ?? []
  return { id, prefix }
}

/** The world that this page is in. */
export const world = worldAt(globalThis.location?.pathname ?? '/')

/** The same path without the prefix of the world. */
export const pathInWorld = (path: string, { prefix } = world): string =>
  path === prefix || path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path

/** Where the console of a world is; of the default one, when no id is given. */
export const worldPath = (id: string | undefined): string =>
  id === undefined ? '/' : `/worlds/${id}/`

/** The whole address of a path in this world. */
export const addressInWorld = (path: string): string => location.origin + world.prefix + path

/** The key under which a value of this world is stored in the browser. */
export const storageKey = (name: string, { prefix } = world): string => `almanac.${name}${prefix}`

/** Where settings are stored. Those of a world end with the tab, because worlds come and go. */
export const settingStorage = (): Storage =>
  world.id === undefined ? localStorage : sessionStorage
