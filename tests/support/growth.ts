/** What the garbage collector or a busy machine adds to some attempts, it does not add to all of them. */
const repetitions = 8

/**
 * How many times as much processor time the large work takes as the small one. It shows how the cost of
 * an algorithm grows without depending on the speed of the machine or on what else runs there.
 */
export async function costRatio(works: {
  readonly small: () => unknown
  readonly large: () => unknown
}): Promise<number> {
  const small = await leastCpuMs(works.small)
  return (await leastCpuMs(works.large)) / small
}

/**
 * The same for a work that is given its size, once with an eighth of it: about 8 where the cost grows in
 * proportion, about 64 where it grows with the square.
 */
export const growth = (size: number, work: (size: number) => unknown): Promise<number> =>
  costRatio({ small: () => work(size / 8), large: () => work(size) })

/** Between a growth in proportion, with the garbage that larger inputs leave, and one with the square. */
export const linearGrowthMax = 32

async function leastCpuMs(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let count = 0; count < repetitions; count++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return Math.max(least, 0.1)
}
