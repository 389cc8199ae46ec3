import type { ToolAnswer } from './tool.ts'

/** An object without the members that are undefined. */
export const present = (object: ToolAnswer): ToolAnswer =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
