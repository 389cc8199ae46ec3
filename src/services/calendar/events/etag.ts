// Five digits for the epoch and ten for the number, behind a three: fixed widths keep two different versions
// from ever printing alike, and all of it is still a number that is counted exactly.
const first = 3e15
const perEpoch = 1e10

/** Sixteen decimal digits, the form that clients know, from the epoch and the number of the change. */
export const eventEtag = (version: { epoch: number; sequence: number }): string =>
  JSON.stringify(String(first + version.epoch * perEpoch + version.sequence))
