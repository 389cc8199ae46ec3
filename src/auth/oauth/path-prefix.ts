/** What paths begin with at a root URL, such as `/worlds/blue`; empty where nothing does. */
export const pathPrefix = (rootUrl: string): string => {
  const { pathname } = new URL(rootUrl)
  return pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
}
