import type { Command } from 'commander'
import { say, whereTheDataIs, withCore, withSettings } from './settings.ts'

const shownMax = 100

export function addJobs(program: Command): void {
  const jobs = program.command('jobs').description('Manage background jobs.')

  withSettings(
    jobs
      .command('dead')
      .description('List jobs that failed permanently, with their last errors.')
      .addHelpText('after', '\nExample:\n  almanac jobs dead'),
    whereTheDataIs,
  ).action((options) =>
    withCore(options, async ({ database }) => {
      const { deadJobs } = await import('#/jobs/inspection.ts')
      for (const { id, kind, attempts, lastError } of await deadJobs(database, shownMax)) {
        say(`${id}\t${kind}\t${attempts} attempts\t${lastError}`)
      }
    }),
  )

  withSettings(
    jobs
      .command('retry <id>')
      .description('Run a job again that failed permanently.')
      .addHelpText('after', '\nExample:\n  almanac jobs retry 4f0c2m8q1t6v'),
    whereTheDataIs,
  ).action((id: string, options) =>
    withCore(options, async ({ database, clock }) => {
      const { retryDead } = await import('#/jobs/inspection.ts')
      if (!(await retryDead(database, clock, id))) throw new Error(`There is no dead job ${id}.`)
      say(`Job ${id} will run again.`)
    }),
  )
}
