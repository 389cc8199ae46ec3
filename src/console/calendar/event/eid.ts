/** The id of an event in URLs, as in `htmlLink`. */
export function eidOf(calendarId: string, eventId: string): string {
  const bytes = new TextEncoder().encode(`${eventId} ${calendarId}`)
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** The id of the series of an instance, derived from the id of the instance. */
export const seriesIn = (eventId: string): string | undefined =>
  /^(.+)_\d{8}(?:T\d{6}Z)?$/.exec(eventId)?.[1]

/** The event of a URL, if it names one. */
export function eventIn(eid: string): { calendarId: string; eventId: string } | undefined {
  try {
    const binary = atob(eid.replaceAll('-', '+').replaceAll('_', '/'))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(binary, (each) => each.charCodeAt(0)),
    )
    const [eventId = '', calendarId = ''] = text.split(' ', 2)
    return eventId === '' || calendarId === '' ? undefined : { calendarId, eventId }
  } catch {
    return undefined
  }
}
