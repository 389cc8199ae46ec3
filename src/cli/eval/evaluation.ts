import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Check, type FinalState, problemOf } from './checks.ts'

/** A task that an agent carries out in an isolated world. */
interface EvaluationTask {
  readonly id: string
  /** The prompt of the agent. */
  readonly instruction: string
  /** The path of the initial state, relative to the file of the task. */
  readonly seed?: string
  readonly checks: readonly Check[]
}

/** Reads tasks, one JSON object per line. */
export function readTasks(path: string): EvaluationTask[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    try {
      const task = JSON.parse(line) as EvaluationTask
      const isTask = [task.id, task.instruction].every((text) => typeof text === 'string')
      if (isTask && Array.isArray(task.checks)) return [task]
    } catch (cause) {
      throw new Error(`Line ${index + 1} of ${path} is not JSON.`, { cause })
    }
    throw new Error(`Line ${index + 1} of ${path} needs an id, an instruction and checks.`)
  })
}

interface EvaluationOptions {
  /** The root URL of a server in dev mode. */
  readonly url: string
  /** The file of the tasks. */
  readonly path: string
  readonly command: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  readonly timeoutMs: number
}

interface WorldDiff {
  readonly types: Awaited<ReturnType<FinalState['diff']>>
}

interface World {
  readonly id: string
  readonly rootUrl: string
  readonly token: string
}

/** Runs the command on a task in a new world, and returns what is wrong with the result. */
export async function runTask(task: EvaluationTask, options: EvaluationOptions): Promise<string[]> {
  const { url, path } = options
  const seed = task.seed && readFileSync(join(dirname(path), task.seed), 'utf8')
  const worlds = `${url}/_almanac/worlds`
  const world = (await json(worlds, { method: 'POST', body: JSON.stringify({ seed }) })) as World
  try {
    const { answer, problem } = await runAgent(task, world, options)
    const state = {
      answer,
      get: (target: string) =>
        json(world.rootUrl.replace(/\/$/, '') + target, {
          headers: { Authorization: `Bearer ${world.token}` },
        }),
      diff: async () => ((await json(`${worlds}/${world.id}/diff`)) as WorldDiff).types,
    }
    const problems = problem === undefined ? [] : [problem]
    for (const check of task.checks)
      problems.push(...[await problemOf(check, state)].flatMap((one) => one ?? []))
    return problems
  } finally {
    await fetch(`${worlds}/${world.id}`, { method: 'DELETE' })
  }
}

async function json(address: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(address, init)
  if (response.ok) return response.json()
  throw new Error(`${address} answered with ${response.status}: ${await response.text()}`)
}

const answerLengthMax = 1_000_000

/** Runs the command until it ends or takes too long, and returns what it printed. */
async function runAgent(
  { id, instruction }: EvaluationTask,
  { rootUrl, token }: World,
  { command: [file = '', ...words], environment, timeoutMs }: EvaluationOptions,
): Promise<{ readonly answer: string; readonly problem?: string }> {
  const child = spawn(file, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    env: {
      ...environment,
      ALMANAC_MCP_URL: `${rootUrl}mcp`,
      ALMANAC_TOKEN: token,
      ALMANAC_TASK_ID: id,
      ALMANAC_TASK: instruction,
    },
  })
  let answer = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (answer.length < answerLengthMax) answer += text
  })
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    if (code === 0) return { answer }
    const how = signal === null ? `ended with status ${code}` : `was ended by ${signal}`
    return { answer, problem: `the command ${how}` }
  } catch (error) {
    return { answer, problem: `the command does not start: ${(error as Error).message}` }
  }
}
