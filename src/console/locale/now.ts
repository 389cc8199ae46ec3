/** The current time. No other file asks the browser for it. */
export const nowMs = (): number => Date.now()
