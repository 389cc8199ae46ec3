/** The path of a root URL, such as `/worlds/blue`; empty if there is none. */
export const pathPrefix = (rootUrl: string): string => {
  const { pathname } = new URL(rootUrl)
  return pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
}
