/** Calendar arithmetic: of the browser where it has it, and otherwise of a package loaded for it. */
export const loadTemporal = async (): Promise<typeof Temporal> =>
  'Temporal' in globalThis
    ? globalThis.Temporal
    : ((await import('temporal-polyfill')).Temporal as unknown as typeof Temporal)
