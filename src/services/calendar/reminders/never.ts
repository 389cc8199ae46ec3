/** Later than anything that can be due. */
export const never = Number.MAX_SAFE_INTEGER
