import type { Command } from 'commander'
import { inheritedEnvironment, say } from '../settings.ts'

export function addEval(program: Command): void {
  const evaluation = program.command('eval').description('Evaluate agents.')
  evaluation
    .command('run <tasks> <command...>')
    .usage('[options] <tasks> -- <command> [args...]')
    .description('Let an agent carry out tasks, and check what it did.')
    .option('--url <url>', 'The root URL of a server in dev mode. Defaults to ALMANAC_URL.')
    .option('--timeout <seconds>', 'The time limit for a task.', '300')
    .addHelpText(
      'after',
      `
Each line of the file is a JSON object with an id, an instruction, checks and, if it does not start with an
empty state, the path of a seed. The command runs once for each task, in a world of its own. It gets these
environment variables:

  ALMANAC_MCP_URL   the address of the MCP endpoint
  ALMANAC_TOKEN     an access token for the first user of the world
  ALMANAC_TASK      the instruction
  ALMANAC_TASK_ID   the id of the task

What it prints is its answer. The exit status is 1 if a check fails.

Examples:
  almanac eval run tasks.jsonl --url http://127.0.0.1:8080 -- node agent.mjs
  almanac exec -- almanac eval run tasks.jsonl -- node agent.mjs`,
    )
    .action(async (path: string, command: string[], options: Record<string, string>) => {
      const { readTasks, runTask } = await import('./evaluation.ts')
      const environment = inheritedEnvironment()
      const url = (options.url ?? environment.ALMANAC_URL ?? '').replace(/\/$/, '')
      if (url === '') throw new Error('Set --url to the root URL of a server in dev mode.')
      const timeoutMs = Number(options.timeout) * 1000
      if (!(timeoutMs > 0)) throw new Error('--timeout expects a number greater than 0.')
      const tasks = readTasks(path)
      let passed = 0
      for (const task of tasks) {
        const problems = await runTask(task, { url, path, command, environment, timeoutMs })
        if (problems.length === 0) passed += 1
        say(problems.length === 0 ? `ok    ${task.id}` : `FAIL  ${task.id}: ${problems.join('; ')}`)
      }
      say(`${passed} of ${tasks.length} tasks passed`)
      if (passed < tasks.length) process.exitCode = 1
    })
}
