import { readdirSync, readFileSync } from 'node:fs'

/** The CPU time that all threads of a process have used so far, user and system, in microseconds. */
export function cpuTimeUs(pid: number): number {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(
      readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0],
    )
  }
  return nanoseconds / 1000
}
