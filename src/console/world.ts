/**
 * The world of a page. Everything at the root of the server also exists below `/worlds/{id}`, so that a page
 * finds its interfaces and its stored data by its URL.
 */
export interface World {
  /** Undefined in the default world. */
  readonly id: string | undefined
  /** The prefix of all paths of the world; empty in the default world. */
  readonly prefix: string
}

export function worldAt(path: string): World {
  const [prefix = '', id] = /^\/worlds\/([^/]+)/.exec(path) ?? []
  return { id, prefix }
}

/** The world of this page. */
export const world = worldAt(globalThis.location?.pathname ?? '/')

/** The same path without the prefix of the world. */
export const pathInWorld = (path: string, { prefix } = world): string =>
  path === prefix || path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path

/** The path of the console in a world, or in the default one. */
export const worldPath = (id: string | undefined): string =>
  id === undefined ? '/' : `/worlds/${id}/`

/** The absolute URL of a path in this world. */
export const addressInWorld = (path: string): string => location.origin + world.prefix + path

/** The key under which a value of this world is stored in the browser. */
export const storageKey = (name: string, { prefix } = world): string => `almanac.${name}${prefix}`

/** The storage of settings. Those of a world end with the tab. */
export const settingStorage = (): Storage =>
  world.id === undefined ? localStorage : sessionStorage
