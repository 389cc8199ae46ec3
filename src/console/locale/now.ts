/** The only place that asks the browser for the time. */
export const nowMs = (): number => Date.now()
