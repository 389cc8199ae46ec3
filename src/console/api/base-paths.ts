/** Where interfaces answer that do not answer where they usually do; the page says so. */
const moved = JSON.parse(metaContent() ?? '{}') as Readonly<Record<string, string>>

function metaContent(): string | undefined {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="base-paths"]')
  return meta?.content
}

/** The path at this server of an operation whose usual path is given. */
export function pathHere(path: string, places = moved): string {
  const usual = Object.keys(places).find((base) => path.startsWith(`${base}/`))
  return usual === undefined ? path : places[usual] + path.slice(usual.length)
}
