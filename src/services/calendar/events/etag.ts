// Fixed widths keep two different versions from ever printing alike.
const digits = (number: number, width: number) => String(number).padStart(width, '0')

/** Sixteen decimal digits, the form that clients know, from the epoch and the number of the change. */
export const eventEtag = (version: { epoch: number; sequence: number }): string =>
  `"3${digits(version.epoch, 5)}${digits(version.sequence, 10)}"`
