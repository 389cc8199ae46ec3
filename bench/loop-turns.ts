import { writeFileSync } from 'node:fs'

/**
 * Preloaded into a server: measures how much processor time each turn of its event loop takes, which says
 * how long others wait however busy the machine is. SIGUSR2 writes those of 5 ms and more to the
 * file that BENCH_LOOP_FILE names, the longest first, and begins anew.
 */
const notedMsMin = 5

let turns: number[] = []
let before = cpuMs()

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function measureTurn(): void {
  const now = cpuMs()
  if (now - before >= notedMsMin) turns.push(now - before)
  before = now
  setTimeout(measureTurn, 0).unref()
}

process.on('SIGUSR2', () => {
  writeFileSync(process.env.BENCH_LOOP_FILE!, JSON.stringify(turns.sort((a, b) => b - a)))
  turns = []
})
measureTurn()
