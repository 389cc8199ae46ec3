import type { Params, ParamsOf, User, Written } from '#/contract/operation.ts'
import { boolean, optional, type Schema } from '#/contract/schema.ts'
import type { Soon } from '#/http/after.ts'
import type { LastWrite } from './last-writes.ts'
import type {
  CallForParts,
  CallForText,
  CallOperation,
  OperationCall,
  UndoCall,
  Wire,
} from './operation-client.ts'

/** The context of a tool call, besides its arguments. */
export interface ToolContext {
  /** Calls an operation as the caller, with all rules of the wire. */
  readonly call: CallOperation
  /** The same, for tools that make their answer from the text of the response, or from the parts of a list. */
  readonly callForText: CallForText
  readonly callForParts: CallForParts
  readonly caller: User
  /** The address of the client. */
  readonly peer: string
  readonly nowMs: () => number
  /** A new unique id. */
  readonly newId: () => string
  /** The last write of this client, if it can be undone. */
  readonly lastWrite: () => Promise<LastWrite | undefined>
}

/** A JSON object as a tool returns it. */
export type ToolAnswer = Readonly<Record<string, unknown>>

/** A text as UTF-8, in pieces that may be shared with other texts. */
interface EncodedText {
  readonly pieces: readonly Buffer[]
  /** The text as a JSON string, without its quotation marks. */
  readonly escapedPieces: readonly Buffer[]
}

/** An answer that has been serialized already. */
export class AnswerText {
  readonly encoded: EncodedText | undefined
  #text: string | undefined
  #quoted: string | undefined

  /** `quoted` is the text as a JSON string, if it is known. */
  constructor(text: string | EncodedText, quoted?: string) {
    if (typeof text === 'string') this.#text = text
    else this.encoded = text
    this.#quoted = quoted
  }

  get text(): string {
    this.#text ??= Buffer.concat(this.encoded!.pieces).toString()
    return this.#text
  }

  get quoted(): string {
    this.#quoted ??= JSON.stringify(this.text)
    return this.#quoted
  }
}

/** The planned write of a tool. */
export interface Plan {
  /** The action to confirm, such as `Delete the event "Lunch"`. */
  readonly summary: string
  readonly write: OperationCall
  /** The changes, for a dry run. */
  readonly preview: () => ToolAnswer
  readonly answer: (reply: Wire) => ToolAnswer
  /** The call that undoes the write, if there is one. */
  readonly undo?: Undo | undefined
}

export type Undo = UndoCall | ((written: Written) => UndoCall)

interface ToolFacts<A extends Params> {
  readonly name: string
  readonly title: string
  /** Tells models when to use the tool. */
  readonly about: string
  readonly args: A
  /** The tools that return the ids in the arguments, for the error message if one is wrong. */
  readonly findIdsWith?: string
  /** The operations that it may call. Scopes and roles are theirs. */
  readonly operations: readonly string[]
}

interface AnyTool extends ToolFacts<Params> {
  /** `destructive` tools need a confirmation. */
  readonly kind: 'read' | 'write' | 'destructive'
}

type CallContext<A extends Params> = ToolContext & { readonly args: ParamsOf<A> }

export interface ReadTool extends AnyTool {
  readonly kind: 'read'
  readonly run: (context: CallContext<Params>) => Soon<ToolAnswer | AnswerText>
}

export interface WriteTool extends AnyTool {
  readonly kind: 'write' | 'destructive'
  readonly plan: (context: CallContext<Params>) => Promise<Plan>
}

export type Tool = ReadTool | WriteTool

/** Declares a tool that only reads. */
export function readTool<const A extends Params>(
  facts: ToolFacts<A>,
  run: (context: CallContext<A>) => Soon<ToolAnswer | AnswerText>,
): ReadTool {
  return { ...facts, kind: 'read', run: run as ReadTool['run'] }
}

/** The arguments that every tool that writes has in addition. */
const writeArgs = {
  dryRun: optional(
    boolean({ about: 'If true, nothing is changed: the result shows what would change.' }),
  ),
}

const confirmArgs = {
  ...writeArgs,
  confirm: optional(
    boolean({
      about:
        'Set to true only after the user has agreed. Clients that support elicitation ask the user instead.',
    }),
  ),
}

/** Declares a tool that writes once. It reads what it needs and returns a plan; nothing else may write. */
export function writeTool<const A extends Params>(
  { isDestructive = false, ...facts }: ToolFacts<A> & { readonly isDestructive?: boolean },
  plan: (context: CallContext<A & typeof writeArgs>) => Promise<Plan>,
): WriteTool {
  return {
    ...facts,
    kind: isDestructive ? 'destructive' : 'write',
    args: { ...facts.args, ...(isDestructive ? confirmArgs : writeArgs) },
    plan: plan as unknown as WriteTool['plan'],
  }
}

/** The schema of a property of a resource, for an argument that becomes this property. */
export const property = <T, K extends keyof T & string>(schema: Schema<T>, name: K) =>
  schema.properties![name] as Schema<NonNullable<T[K]>>
