import { decodeBody } from '#/contract/decoding/decode.ts'
import type { ParamsOf } from '#/contract/operation.ts'
import { object, type Schema } from '#/contract/schema.ts'
import { after, type Soon } from '#/http/after.ts'
import { ApiError, invalidField, missingField } from '#/kernel/errors.ts'
import { argumentSchema, type JsonSchema, requiredArguments } from './argument-schema.ts'
import {
  AnswerText,
  type Plan,
  type ReadTool,
  type Tool,
  type ToolAnswer,
  type ToolContext,
  type WriteTool,
} from './tool.ts'
import { failureText } from './tool-failure.ts'

/** A tool as clients see it in the list. */
interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema & { readonly type: 'object' }
  readonly annotations: {
    readonly title: string
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
}

/** The result of a call: a JSON object, or an error message. */
export interface ToolResult {
  readonly answer: AnswerText
  readonly isError: boolean
}

/** The answer of a person to a confirmation; `unavailable` if the client cannot ask, `open` if it can. */
export type Confirmation = 'accepted' | 'declined' | 'open' | 'unavailable'

/** A result, or the question that a person has to answer first. */
export type Outcome = { readonly result: ToolResult } | { readonly question: string }

interface ToolCall {
  readonly args: Readonly<Record<string, unknown>>
  readonly context: ToolContext
}

/** Where calls are carried out and recorded. */
interface CallSite {
  /** Carries out the write of a plan. */
  perform(tool: WriteTool, plan: Plan, call: ToolCall): Promise<ToolAnswer>
  /** Records a call that wrote nothing. Attempts to write are recorded by `perform`. */
  noteRead(tool: Tool, call: ToolCall, outcome: 'success' | 'refused'): void
}

/** The tools that a client can list and call. */
export class Toolbox {
  readonly #tools: ReadonlyMap<string, Tool>
  readonly #argsByTool = new Map<Tool, Arguments>()
  readonly #site: CallSite

  constructor(tools: readonly Tool[], site: CallSite) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]))
    this.#site = site
  }

  /** Only tools that read, for clients in read-only mode. */
  readOnly(): Toolbox {
    return new Toolbox(
      [...this.#tools.values()].filter(({ kind }) => kind === 'read'),
      this.#site,
    )
  }

  get tools(): readonly Tool[] {
    return [...this.#tools.values()]
  }

  find(name: string): Tool | undefined {
    return this.#tools.get(name)
  }

  list(): ListedTool[] {
    return [...this.#tools.values()].map(({ name, title, about, args, kind }) => ({
      name,
      title,
      description: about,
      inputSchema: argumentSchema(args),
      annotations: {
        title,
        readOnlyHint: kind === 'read',
        destructiveHint: kind === 'destructive',
        idempotentHint: kind === 'read',
        openWorldHint: false,
      },
    }))
  }

  /** Calls a tool. Whatever the caller can correct is a result that says how. */
  call(
    tool: Tool,
    sent: unknown,
    { context, confirmation }: { readonly context: ToolContext; confirmation: Confirmation },
  ): Soon<Outcome> {
    return tool.kind === 'read'
      ? after(this.read(tool, sent, context), (result) => ({ result }))
      : this.#plan(tool, sent, { context, confirmation })
  }

  /** Calls a tool that only reads. */
  read(tool: ReadTool, sent: unknown, context: ToolContext): Soon<ToolResult> {
    let call: ToolCall = { args: {}, context }
    const finish = (answer: ToolAnswer | AnswerText) => {
      this.#site.noteRead(tool, call, 'success')
      return resultOf(answer)
    }
    try {
      call = { args: this.#decodeArguments(tool, sent ?? {}), context }
      const answer = tool.run({ ...context, args: call.args })
      return answer instanceof Promise
        ? answer.then(finish).catch((error: unknown) => this.#refusal(tool, call, error))
        : finish(answer)
    } catch (error) {
      return this.#refusal(tool, call, error)
    }
  }

  async #plan(
    tool: WriteTool,
    sent: unknown,
    { context, confirmation }: { readonly context: ToolContext; confirmation: Confirmation },
  ): Promise<Outcome> {
    let call: ToolCall = { args: {}, context }
    try {
      call = { args: this.#decodeArguments(tool, sent ?? {}), context }
      const plan = await tool.plan({ ...context, args: call.args })
      return await this.#write(tool, plan, { call, confirmation })
    } catch (error) {
      return { result: this.#refusal(tool, call, error) }
    }
  }

  #refusal(tool: Tool, call: ToolCall, error: unknown): ToolResult {
    if (!(error instanceof ApiError)) throw error
    this.#site.noteRead(tool, call, 'refused')
    return failedResult(failureText(error, tool))
  }

  async #write(
    tool: WriteTool,
    plan: Plan,
    { call, confirmation }: { readonly call: ToolCall; readonly confirmation: Confirmation },
  ): Promise<Outcome> {
    const { dryRun, confirm } = call.args
    if (dryRun) {
      this.#site.noteRead(tool, call, 'success')
      return { result: resultOf({ dryRun: true, wouldDo: plan.summary, ...plan.preview() }) }
    }
    if (tool.kind === 'destructive') {
      if (confirmation === 'open') return { question: `${plan.summary}?` }
      if (confirmation === 'declined') return { result: failedResult(declinedText) }
      if (confirmation === 'unavailable' && confirm !== true) {
        return { result: failedResult(`${plan.summary}: ${unconfirmedText}`) }
      }
    }
    try {
      return { result: resultOf(await this.#site.perform(tool, plan, call)) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { result: failedResult(failureText(error, tool)) }
    }
  }

  #decodeArguments(tool: Tool, args: unknown): ParamsOf<Tool['args']> {
    let cached = this.#argsByTool.get(tool)
    if (cached === undefined) {
      cached = { schema: object(undefined, tool.args), required: requiredArguments(tool.args) }
      this.#argsByTool.set(tool, cached)
    }
    const decoded = decodeBody(cached.schema, args) as ParamsOf<Tool['args']>
    for (const name of Object.keys(args as object)) {
      if (!Object.hasOwn(tool.args, name)) throw invalidField(unknownText(tool, name))
    }
    for (const name of cached.required) {
      if (decoded[name] === undefined) throw missingField(name)
    }
    return decoded
  }
}

interface Arguments {
  readonly schema: Schema
  readonly required: readonly string[]
}

const unknownText = ({ name, args }: Tool, argument: string) =>
  `${name} has no argument ${argument.slice(0, 80)}. Its arguments are ${Object.keys(args).join(', ')}.`

const declinedText =
  'The user declined. Nothing was changed.\nNext step: Ask the user what to do instead.'
const unconfirmedText =
  'this needs a confirmation. Nothing was changed.\nNext step: Ask the user, and if the user agrees, call the tool again with the same arguments and confirm: true.'

const resultOf = (answer: ToolAnswer | AnswerText): ToolResult => ({
  answer: answer instanceof AnswerText ? answer : new AnswerText(JSON.stringify(answer)),
  isError: false,
})

const failedResult = (text: string): ToolResult => ({ answer: new AnswerText(text), isError: true })
