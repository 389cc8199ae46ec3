/** Loads `Temporal`: that of the browser, or a polyfill. */
export const loadTemporal = async (): Promise<typeof Temporal> =>
  'Temporal' in globalThis
    ? globalThis.Temporal
    : ((await import('temporal-polyfill')).Temporal as unknown as typeof Temporal)
