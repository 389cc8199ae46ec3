/** The base paths that differ from the default, from the page. */
const moved = JSON.parse(metaContent() ?? '{}') as Readonly<Record<string, string>>

function metaContent(): string | undefined {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="base-paths"]')
  return meta?.content
}

/** The actual path of an operation, given its default path. */
export function pathHere(path: string, places = moved): string {
  const usual = Object.keys(places).find((base) => path.startsWith(`${base}/`))
  return usual === undefined ? path : places[usual] + path.slice(usual.length)
}
