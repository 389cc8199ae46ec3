import { readdirSync, readFileSync } from 'node:fs'

/** The CPU time that all threads of a process have used so far, user and system, in microseconds. */
export function cpuTimeUs(pid: number): number {
  let nanoseconds = 0
  for (const thread of threadsOf(pid)) {
    nanoseconds += Number(
      readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0],
    )
  }
  return nanoseconds / 1000
}

const ticksPerSecond = 100
const userTicksAt = 11

/** The same with a precision of 10 ms, for a process whose threads end while it runs. */
export function cpuTimeOfAllThreadsUs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program, in parentheses, can contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[userTicksAt]) + Number(fields[userTicksAt + 1])
  return (ticks / ticksPerSecond) * 1e6
}

/** Begins to count the CPU time of processes that may begin and end; the result tells what they have used since. */
export function cpuMeter(
  pids: () => readonly number[],
  cpuTime: (pid: number) => number = cpuTimeUs,
): () => number {
  const before = new Map(pids().map((pid) => [pid, cpuTime(pid)]))
  const usedBy = (pid: number) => Math.max(cpuTime(pid) - (before.get(pid) ?? 0), 0)
  return () => pids().reduce((sum, pid) => sum + usedBy(pid), 0)
}

// A database server ends processes of its own at any time.
function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
