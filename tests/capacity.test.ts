import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { limitsOfCluster, planFor } from '../tools/capacity.ts'

const options = { coordinatorCores: 64, machineCores: 16 }
type Limit = ReturnType<typeof limitsOfCluster>[number]

const tool = join(import.meta.dirname, '../tools/capacity.ts')
const run = (...words: string[]) =>
  spawnSync(process.execPath, [tool, ...words], { encoding: 'utf8' })

describe('the plan for a cluster', () => {
  it('needs cores and disk in proportion to the users', () => {
    const [one, ten] = [planFor(1e6, options), planFor(1e7, options)]
    for (const part of ['serverCores', 'coordinatorCores', 'workerCores', 'terabytes'] as const) {
      expect(ten[part] / one[part]).toBeCloseTo(10)
    }
  })

  it.each([
    { ...options, coordinatorCores: 1 },
    { ...options, coordinatorCores: 64 },
  ])('has another cluster where one is not enough with $coordinatorCores cores', (of) => {
    const [{ users }, other] = limitsOfCluster(of) as [Limit, Limit]
    expect(other.users).toBeGreaterThan(users)
    expect(planFor(users * 0.99, of).clusters).toBe(1)
    expect(planFor(users * 1.01, of).clusters).toBe(2)
  })

  it('has two workers or more, and as many as their disks require', () => {
    expect(planFor(1, options).workersPerCluster).toBe(2)
    expect(planFor(1e6, options).workersPerCluster).toBe(3)
  })

  it('is printed with its assumptions', () => {
    const { stdout, status } = run('--users', '5000')
    expect(stdout).toMatch(
      /^Assumptions$.*^5,000 users$.*^The CPU of the coordinator is enough for /ms,
    )
    expect(status).toBe(0)
  })

  it.each(['0', '-3', 'many', ''])('is refused for "%s" users', (users) => {
    const { stderr, status } = run(`--users=${users}`)
    expect(stderr).toMatch(/^node tools\/capacity\.ts /)
    expect(status).toBe(1)
  })
})
