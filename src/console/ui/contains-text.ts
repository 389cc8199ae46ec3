/** Whether a text contains what somebody typed into a filter, in any case. */
export const containsText = (text: string, typed: string): boolean =>
  text.toLowerCase().includes(typed.trim().toLowerCase())
