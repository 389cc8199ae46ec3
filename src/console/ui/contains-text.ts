/** Whether a text contains the text of a filter, ignoring case. */
export const containsText = (text: string, typed: string): boolean =>
  text.toLowerCase().includes(typed.trim().toLowerCase())
