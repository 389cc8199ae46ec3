import { invalidField, parseError } from '#/kernel/errors.ts'
import type { Contract, Params, ParamsOf } from '../operation.ts'
import { Misfit, type Schema } from '../schema.ts'
import { bodyDecoderOf } from './decode-body.ts'
import { type ParamDecoder, paramDecodersOf, type Query } from './decode-params.ts'

type Decoded = Record<string, unknown>

const bodyDecoders = new WeakMap<Schema, (json: unknown) => unknown>()

/** Decodes a parsed body by its schema, or rejects it with a 400. */
export function decodeBody<T>(schema: Schema<T>, json: unknown): T {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw parseError()
  let decode = bodyDecoders.get(schema)
  if (decode === undefined) {
    decode = bodyDecoderOf(schema)
    bodyDecoders.set(schema, decode)
  }
  try {
    return decode(json) as T
  } catch (misfit) {
    if (misfit instanceof Misfit) throw invalidField(misfit.message)
    throw misfit
  }
}

const paramDecoders = new WeakMap<Contract, readonly ParamDecoder[]>()

/** Decodes the parameters of a contract from path and query, or rejects them with a 400. */
export function decodeParams<P extends Params>(
  contract: Contract<P>,
  path: Readonly<Record<string, string | undefined>>,
  query: Query,
): ParamsOf<P> {
  let decoders = paramDecoders.get(contract)
  if (decoders === undefined) {
    decoders = paramDecodersOf(contract)
    paramDecoders.set(contract, decoders)
  }
  const params: Decoded = {}
  for (const decoder of decoders) {
    const value = decoder.isInPath
      ? decoder.decodeOne(path[decoder.name])
      : decoder.decodeFrom(query)
    if (value !== undefined) params[decoder.name] = value
  }
  return params as ParamsOf<P>
}
